/** Logs the error of a function that a caller passed to the server, with its stack. */
export function logFailure(name: string, error: unknown): void {
  console.error(`entity-screening: ${name} failed:`, error)
}
