import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import type { Connection } from './open-connection.ts'
import { CallError } from './send-call.ts'

export interface Live<Data> {
  /** The latest data, even after a later read has failed; undefined before the first successful read. */
  readonly data: Data | undefined
  /** The path from which the data was read. */
  readonly path: string | null
  /** The time at which the data was received, in milliseconds since 1970. */
  readonly readAt: number
  readonly error: string | undefined
  readonly reload: () => void
}

/**
 * Reads `path` of the control API at once, after each event in `events`, after each reconnection, and when `path` or `version`
 * changes. Events that arrive during a read cause only one more read. Reads nothing while `path` is null.
 */
export function useLive<Data>(
  connection: Connection,
  path: string | null,
  events: readonly string[],
  version = '',
): Live<Data> {
  const [latest, setLatest] = useState<{ data: Data; path: string; readAt: number }>()
  const [error, setError] = useState<string>()
  const eventNames = useRef(events)
  const subject = `${path} ${version}`
  const reading = useRef({ subject, isBusy: false, isOutdated: false })

  const reload = useCallback(() => {
    const current = reading.current
    if (path === null || current.subject !== subject) return
    if (current.isBusy) {
      current.isOutdated = true
      return
    }
    current.isBusy = true
    connection
      .call<Data>('GET', path)
      .then(
        data => {
          if (reading.current !== current) return
          setLatest({ data, path, readAt: Date.now() })
          setError(undefined)
        },
        (failure: unknown) => {
          if (reading.current !== current) return
          // After a 404 the data disappears; after any other failure the last data stays.
          if (failure instanceof CallError && failure.status === 404) setLatest(undefined)
          setError(messageOf(failure))
        },
      )
      .finally(() => {
        current.isBusy = false
        if (current.isOutdated) {
          current.isOutdated = false
          reload()
        }
      })
  }, [connection, path, subject])

  useEffect(() => {
    reading.current = { subject, isBusy: false, isOutdated: false }
    reload()
    return connection.onEvent(({ event }) => {
      if (event === 'connected' || eventNames.current.includes(event)) reload()
    })
  }, [connection, subject, reload])

  return { data: latest?.data, path: latest?.path ?? path, readAt: latest?.readAt ?? 0, error, reload }
}
