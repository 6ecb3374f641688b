import type { Connection } from './open-connection.ts'

/** How long a hidden page keeps its stream open, in milliseconds. */
const minHiddenTime = 1000

/**
 * Closes the stream of a connection while the page is hidden. Returns a function that ends this behaviour. A browser opens at
 * most six connections to a server over HTTP/1.1, and each stream uses one, so six open tabs would block all other requests.
 */
export function sleepWhileHidden(connection: Pick<Connection, 'sleep' | 'wake'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function followVisibility(): void {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(connection.sleep, minHiddenTime)
    else connection.wake()
  }
  followVisibility()
  document.addEventListener('visibilitychange', followVisibility)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', followVisibility)
  }
}
