/**
 * Resolves in the next task of the event loop. Uses a message channel instead of a timer, because tests fake timers and
 * browsers delay them. Closes the channel's ports, because an open port keeps a process alive.
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
