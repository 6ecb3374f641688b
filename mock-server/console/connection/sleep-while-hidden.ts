import type { Connection } from './open-connection.ts'

/** A page that is hidden for a shorter time, in milliseconds, keeps its stream. */
const minHiddenTime = 1000

/**
 * Lets a connection sleep while the page is hidden; returns a function that stops it. A browser has six connections to a server
 * over HTTP/1.1, and each stream holds one: open tabs would leave none for anything else.
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
