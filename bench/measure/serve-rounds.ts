/** Measures a round whenever the parent process asks for one, and sends it the figures. */
export function serveRounds(measureRound: () => unknown): void {
  process.on('message', async () => process.send?.(await measureRound()))
}
