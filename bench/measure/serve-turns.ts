import type { Turns } from './turns.ts'

/** Sends the parent process the names of the turns. Measures a turn when it sends a name, and sends it the figure. */
export function serveTurns(turns: Turns<unknown>): void {
  process.on('message', async (name: string) => process.send?.(await turns[name]?.()))
  process.send?.(Object.keys(turns))
}
