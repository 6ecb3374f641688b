/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { Connection, ConnectionState } from '../connection/connect.ts'

export function useConnectionState(connection: Connection): ConnectionState {
  const [state, setState] = useState(connection.state())
  useEffect(() => {
    const read = () => setState(connection.state())
    read()
    return connection.onState(read)
  }, [connection])
  return state
}

/** Says whether what the page shows is live. */
export function ConnectionLine({ connection }: { connection: Connection }) {
  const state = useConnectionState(connection)
  return (
    <span class={`connection ${state.kind}`} role="status">
      {sentenceFor(state)}
      {state.kind === 'lost' && (
        <button type="button" class="quiet" onClick={connection.retry}>
          Reconnect now
        </button>
      )}
    </span>
  )
}

function sentenceFor(state: ConnectionState): string {
  switch (state.kind) {
    case 'connecting':
      return 'Connecting …'
    case 'live':
      return 'Live'
    case 'lost':
      return `Not connected: ${state.reason}. What is shown may be outdated.`
    case 'locked':
      return 'Locked'
  }
}
