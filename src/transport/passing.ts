/** Whether a status may be another at the next attempt: of a proxy that waited in vain, a limit of requests, or a failure. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}
