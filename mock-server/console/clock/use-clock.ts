import { useEffect, useState } from 'preact/hooks'
import type { Connection } from '../connection/open-connection.ts'
import { type Live, useLive } from '../connection/use-live.ts'
import { useConnectionState } from '../shell/connection-line.tsx'
import type { ClockState } from './describe-clock.ts'

/** Returns the state of the clock and its current time. The time advances between two reads while the server is connected. */
export function useClock(connection: Connection): Live<ClockState> & { readonly now: number } {
  const live = useLive<ClockState>(connection, '/clock', ['clock', 'entities'])
  const isLive = useConnectionState(connection).kind === 'live'
  const [realNow, setRealNow] = useState(Date.now())
  const { now = '', speed = 0 } = live.data ?? {}
  useEffect(() => {
    if (speed === 0 || !isLive) return undefined
    const timer = setInterval(() => setRealNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [speed, isLive])
  return { ...live, now: Date.parse(now) + Math.max(0, realNow - live.readAt) * speed }
}
