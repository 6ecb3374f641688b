/**
 * Waits for a message rather than a timer: tests fake timers, and browsers slow them down. Closed ports keep no process alive.
 *
 * @returns null if the runtime has no channels, as in older Workers and jsdom.
 */
export function waitForNextTask(): Promise<void> | null {
  if (typeof MessageChannel === 'undefined') return null
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
