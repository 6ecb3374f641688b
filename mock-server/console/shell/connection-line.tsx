/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { Connection, ConnectionState } from '../connection/open-connection.ts'
import { useObservable } from '../connection/use-observable.ts'
import { Button } from '../elements/form.tsx'

export function useConnectionState(connection: Connection): ConnectionState {
  return useObservable(connection.state, connection.onState)
}

/** The time for which a lost connection is only shown as connecting, in milliseconds. */
const minLostTime = 3000

const labels = { connecting: 'Connecting …', live: 'Live', lost: 'Not connected', locked: 'Locked' }
const colours = { connecting: '', live: 'good', lost: 'bad', locked: 'bad' }

/** Shows the state of the connection. A connection that stays lost has a notice that moves nothing else on the page. */
export function ConnectionLine({ connection }: { connection: Connection }) {
  const state = useConnectionState(connection)
  const isLost = useLasting(state.kind === 'lost')
  const kind = state.kind === 'lost' && !isLost ? 'connecting' : state.kind
  return (
    <>
      <span class={`connection ${colours[kind]}`} role="status">
        {labels[kind]}
      </span>
      {state.kind === 'lost' && isLost && (
        <p class="notice" role="alert">
          Not connected: {state.reason}. The page may be outdated.
          <Button class="small" onClick={connection.retry}>
            Reconnect now
          </Button>
        </p>
      )}
    </>
  )
}

/** Returns whether a condition has held for some seconds. */
function useLasting(holds: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = holds ? setTimeout(() => setLasts(true), minLostTime) : undefined
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [holds])
  return lasts
}
