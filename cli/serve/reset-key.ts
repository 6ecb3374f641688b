import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describeFailure } from '../failure.ts'

/** The input of a terminal, and the functions that react to it. */
interface ResetKey {
  readonly input: Readable
  readonly reset: () => Promise<void>
  readonly note: (line: string) => void
  readonly signal: AbortSignal
}

/** Resets the server at each line `r` of a terminal, one after the other, until the signal is aborted. */
export async function followResetKey({ input, reset, note, signal }: ResetKey): Promise<void> {
  const lines = createInterface({ input })
  signal.addEventListener('abort', () => lines.close())
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
