/** @jsxImportSource preact */
import { useAction } from '../connection/use-action.ts'
import { Button, Problem } from '../elements/form.tsx'
import { utcTime } from '../elements/instant.ts'
import { useConsole } from '../shell/console-context.ts'
import { RouteLink } from '../shell/route-link.tsx'
import type { ClockState } from './describe-clock.ts'
import { useClock } from './use-clock.ts'

/** The time of the server's clock, with the steps of the usual test: create, settle, look. */
export function HeaderClock() {
  const { connection, announce } = useConsole()
  const { data, now, reload } = useClock(connection)
  const moving = useAction()
  // Keeps the place of the clock, so that nothing moves when its time is known.
  if (data === undefined) return <span class="header-clock" />
  async function move(path: string, body: object): Promise<void> {
    const { now } = await connection.call<ClockState>('POST', path, body)
    announce(`It is ${utcTime(now)}.`)
    reload()
  }
  const time = new Date(now).toISOString()
  return (
    <span class="header-clock">
      <RouteLink to="/clock">
        <time dateTime={time}>{utcTime(time)}</time>
      </RouteLink>
      <Button class="small" action={moving} work={() => move('/clock/advance', { ms: 1000 })}>
        + 1 s
      </Button>
      <Button class="small" action={moving} work={() => move('/clock/settle', {})}>
        Settle
      </Button>
      <Problem text={moving.error} />
    </span>
  )
}
