import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Connection } from './connect.ts'
import { CallError, messageOf } from './send-call.ts'

/** What a view shows of the server, and whether it is known. */
export interface Live<Data> {
  /** Undefined until it was read for the first time. What is shown after a failure is the last that was read. */
  readonly data: Data | undefined
  /** Why the last attempt to read it failed. */
  readonly error: string | undefined
  readonly reload: () => void
}

/**
 * Reads data now, after each of these events, and whenever the connection is back. Events that come while it is read cause one
 * more reading, not one each. `load` is read again when it changes: keep it with `useCallback`.
 */
export function useLive<Data>(
  connection: Connection,
  load: () => Promise<Data>,
  events: readonly string[],
): Live<Data> {
  const [data, setData] = useState<Data>()
  const [error, setError] = useState<string>()
  const names = useRef(events)
  const reading = useRef({ load, again: false, busy: false })

  const reload = useCallback(() => {
    const turn = reading.current
    if (turn.load !== load) return
    if (turn.busy) {
      turn.again = true
      return
    }
    turn.busy = true
    load()
      .then(
        value => {
          if (reading.current !== turn) return
          setData(value)
          setError(undefined)
        },
        (failure: unknown) => {
          if (reading.current !== turn) return
          // What is gone is not shown, unlike what only could not be read.
          if (failure instanceof CallError && failure.status === 404) setData(undefined)
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
  }, [load])

  useEffect(() => {
    reading.current = { load, again: false, busy: false }
    reload()
    return connection.onEvent(({ event }) => {
      if (event === 'connected' || names.current.includes(event)) reload()
    })
  }, [connection, load, reload])

  return { data, error, reload }
}
