import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import type { Connection } from './connect.ts'
import { CallError } from './send-call.ts'

export interface Live<Data> {
  /** Undefined until it was read for the first time. What is shown after a failure is the last that was read. */
  readonly data: Data | undefined
  /** Where that was read, and when, in milliseconds since 1970. */
  readonly from: string
  readonly at: number
  readonly error: string | undefined
  readonly reload: () => void
}

/**
 * Reads data of the control API now, after each of these events, whenever the connection is back, and where path or version
 * change. Events that come while it is read cause one more reading, not one each.
 */
export function useLive<Data>(
  connection: Connection,
  path: string,
  events: readonly string[],
  version = '',
): Live<Data> {
  const [read, setRead] = useState<{ data: Data | undefined; from: string; at: number }>()
  const [error, setError] = useState<string>()
  const names = useRef(events)
  const subject = `${path} ${version}`
  const reading = useRef({ subject, again: false, busy: false })

  const reload = useCallback(() => {
    const turn = reading.current
    if (turn.subject !== subject) return
    if (turn.busy) {
      turn.again = true
      return
    }
    turn.busy = true
    connection
      .call<Data>('GET', path)
      .then(
        data => {
          if (reading.current !== turn) return
          setRead({ data, from: path, at: Date.now() })
          setError(undefined)
        },
        (failure: unknown) => {
          if (reading.current !== turn) return
          // What is gone is not shown, unlike what only could not be read.
          if (failure instanceof CallError && failure.status === 404) setRead(undefined)
          setError(messageOf(failure))
        },
      )
      .finally(() => {
        turn.busy = false
        if (turn.again) {
          turn.again = false
          reload()
        }
      })
  }, [connection, path, subject])

  useEffect(() => {
    reading.current = { subject, again: false, busy: false }
    reload()
    return connection.onEvent(({ event }) => {
      if (event === 'connected' || names.current.includes(event)) reload()
    })
  }, [connection, subject, reload])

  return { data: read?.data, from: read?.from ?? path, at: read?.at ?? 0, error, reload }
}
