import type { Connection } from './connect.ts'

/** A page that is hidden for a moment only, as while another tab is passed by, keeps its stream. */
const moment = 1000

/**
 * Lets a connection sleep while the page is hidden; returns what ends that. A browser has six connections to a server over HTTP/1.1,
 * and each stream holds one: open tabs would leave none for anything else.
 */
export function sleepWhileHidden(connection: Pick<Connection, 'sleep' | 'wake'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(connection.sleep, moment)
    else connection.wake()
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
