/**
 * The ports to which `fetch` refuses to connect, because other protocols use them (called "bad ports" in the Fetch standard).
 * Each is written as its distance from the port before, because small numbers take half the space in a bundle.
 */
const distances: readonly number[] = [
  1, 6, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 12, 5, 1, 10, 16, 8, 2, 8, 8, 6, 1, 1, 1, 5, 1, 1, 2, 2, 2, 2, 4, 12,
  2, 2, 4, 18, 18, 210, 38, 38, 47, 1, 1, 1, 11, 4, 1, 1, 8, 8, 6, 2, 7, 24, 14, 35, 353, 1, 3, 2, 724, 1, 3,
  326, 1610, 386, 145, 870, 1, 939, 566, 99, 1, 1, 1, 1, 10, 18, 3383,
]

/** Whether `fetch` refuses to connect to a port, in browsers and elsewhere. */
export function isBlockedPort(port: number): boolean {
  let blockedPort = 0
  return distances.some(distance => {
    blockedPort += distance
    return blockedPort === port
  })
}
