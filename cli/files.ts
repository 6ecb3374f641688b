import { access, constants, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { describeFailure } from './failure.ts'
import { UsageError } from './usage.ts'

/** @throws UsageError where a file is not there, is a folder, or may not be read. A pipe is not opened: that would break it. */
export async function checkReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
    if ((await stat(file)).isDirectory()) throw new UsageError('it is a folder')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${describeFailure(error)}`)
  }
}

/** What stdin holds, which ends where the signal is aborted: somebody may never type on. */
export async function* readInput(stdin: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const end = () => stdin.destroy()
  signal.addEventListener('abort', end)
  try {
    for await (const chunk of stdin) yield chunk
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
