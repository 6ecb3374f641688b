import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Connection } from '../connection/connect.ts'
import { type Live, useLive } from '../connection/use-live.ts'
import { useConnectionState } from '../shell/connection-line.tsx'
import type { ClockState } from './clock-state.ts'

/** The clock, and its time now: that of a moving one goes on between two readings, as long as the server is there. */
export function useClock(connection: Connection): Live<ClockState> & { readonly now: number | undefined } {
  const load = useCallback(async () => {
    const state = await connection.call<ClockState>('GET', '/clock')
    return { state, read: Date.now() }
  }, [connection])
  const live = useLive(connection, load, ['clock', 'reset'])
  const isLive = useConnectionState(connection).kind === 'live'
  const [today, setToday] = useState(Date.now())
  const speed = live.data?.state.speed ?? 0
  useEffect(() => {
    if (speed === 0 || !isLive) return undefined
    const timer = setInterval(() => setToday(Date.now()), 250)
    return () => clearInterval(timer)
  }, [speed, isLive])
  const { data } = live
  return {
    ...live,
    data: data?.state,
    now: data && Date.parse(data.state.now) + Math.max(0, today - data.read) * speed,
  }
}
