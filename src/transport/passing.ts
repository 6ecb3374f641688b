/** Whether the next attempt may succeed: after a timeout at a proxy, a rate limit, or a failure. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}
