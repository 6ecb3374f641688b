/** @jsxImportSource preact */
import type { Connection, ConnectionState } from '../connection/open-connection.ts'
import { useObservable } from '../connection/use-observable.ts'
import { Button } from '../elements/form.tsx'

export function useConnectionState(connection: Connection): ConnectionState {
  return useObservable(connection.state, connection.onState)
}

const sentences = { connecting: 'Connecting …', live: 'Live', locked: 'Locked' }
const colours = { connecting: '', live: 'good', lost: 'bad', locked: 'bad' }

export function ConnectionLine({ connection }: { connection: Connection }) {
  const state = useConnectionState(connection)
  return (
    <span class={`connection ${colours[state.kind]}`} role="status">
      {state.kind === 'lost'
        ? `Not connected: ${state.reason}. The page may be outdated.`
        : sentences[state.kind]}
      {state.kind === 'lost' && (
        <Button class="small" onClick={connection.retry}>
          Reconnect now
        </Button>
      )}
    </span>
  )
}
