/**
 * Resolves in the next task, by a message instead of a timer: tests fake timers, and browsers delay them. Closes the ports, because an
 * open port keeps a process alive.
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
