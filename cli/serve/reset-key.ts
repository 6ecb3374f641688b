import type { Readable } from 'node:stream'
import { describeFailure } from '../failure.ts'

/** The input of a terminal, and the functions that react to it. */
interface ResetKey {
  readonly input: Readable
  /** Whether the process may read from the terminal. */
  readonly isInForeground: () => Promise<boolean>
  readonly reset: () => Promise<void>
  readonly note: (line: string) => void
  readonly signal: AbortSignal
}

/** Resets the server at each line `r` of a terminal, one after the other, until the signal is aborted. */
export async function followResetKey(options: ResetKey): Promise<void> {
  const { input, isInForeground, reset, note, signal } = options
  // The program of `serve` is one file, in which an import would be loaded at each start, also without a terminal.
  const lines = process.getBuiltinModule('node:readline').createInterface({ input })
  // A process that reads from its terminal in the background is stopped. A shell sends SIGCONT to continue a stopped process.
  async function followJob(): Promise<void> {
    input.pause()
    if ((await isInForeground()) && !signal.aborted) input.resume()
  }
  void followJob()
  process.on('SIGCONT', followJob)
  signal.addEventListener('abort', () => {
    process.off('SIGCONT', followJob)
    lines.close()
  })
  for await (const line of lines) {
    if (line.trim() !== 'r') continue
    try {
      await reset()
      note('entity-screening: the server is reset')
    } catch (error) {
      note(`entity-screening: the server is not reset: ${describeFailure(error)}`)
    }
  }
}

/** Whether this process is in the foreground of its terminal. Without `ps`, as on Windows, it is. */
export async function isInForeground(): Promise<boolean> {
  const columns = ['-o', 'pgid=', '-o', 'tpgid=']
  const { promisify } = process.getBuiltinModule('node:util')
  const { execFile } = process.getBuiltinModule('node:child_process')
  const list = await promisify(execFile)('ps', [...columns, '-p', String(process.pid)]).catch(() => null)
  const [group, foregroundGroup] = list?.stdout.trim().split(/\s+/) ?? []
  return group === foregroundGroup
}
