/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { readDuration } from '../../../src/shared/time.ts'
import { useAction } from '../connection/use-action.ts'
import { Button, Form, Problem, TextField } from '../elements/form.tsx'
import { utcTime } from '../elements/instant.ts'
import { PlainTable } from '../elements/plain-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { RouteLink, toEntity } from '../shell/route-link.tsx'
import { type ClockState, type DueEvent, describeMode, describeSpan, dueNames } from './describe-clock.ts'
import { useClock } from './use-clock.ts'

const steps = { '+ 1 min': 60_000, '+ 1 day': 86_400_000 }

export function ClockView() {
  const { connection, announce } = useConsole()
  const { data: clock, now, error, reload } = useClock(connection)
  const moving = useAction()
  const stepping = useAction()
  const [span, setSpan] = useState('90s')
  async function move(path: string, body: object): Promise<void> {
    const { now } = await connection.call<ClockState>('POST', path, body)
    announce(`It is ${utcTime(now)}.`)
    reload()
  }
  if (clock === undefined) return <Problem text={error} />
  const { next, due } = clock
  return (
    <div class="view">
      <p>{describeMode(clock)}</p>
      <div class="tools">
        {Object.entries(steps).map(([label, ms]) => (
          <Button key={label} action={moving} work={() => move('/clock/advance', { ms })}>
            {label}
          </Button>
        ))}
        <Button action={moving} disabled={next === null} work={() => move('/clock/advance', { to: 'next' })}>
          To the next
        </Button>
      </div>
      <Form
        action={stepping}
        layout="tools"
        submit="Advance"
        work={async () => move('/clock/advance', { ms: readSpan(span) })}
      >
        <TextField label="Step" hint="such as 90s, 2h or 7d" value={span} onInput={setSpan} required />
      </Form>
      <p class="dim">
        "To the next" advances to the next event; "Settle", above, until nothing is due any more. Screenings
        that never end do not count.
      </p>
      <Problem text={moving.error ?? error} />
      <h2>Due next</h2>
      {due.length === 0 && <p>Nothing is due.</p>}
      <PlainTable
        label="Due next"
        titles={['Event', 'Entity', 'Time', 'In']}
        oneLine={['Event', 'Time', 'In']}
        rows={due.map(event => rowOf(event, now))}
        isStacked
      />
    </div>
  )
}

function rowOf({ at: time, what: kind, entity, name, team }: DueEvent, now: number) {
  return {
    key: `${time} ${kind} ${entity}`,
    cells: [
      dueNames[kind],
      <>
        {entity === null ? (
          '–'
        ) : (
          <RouteLink to={toEntity(entity)}>
            <bdi>{name}</bdi>
          </RouteLink>
        )}
        {team !== null && <span class="dim"> of {team}</span>}
      </>,
      utcTime(time),
      describeSpan(Date.parse(time) - now),
    ],
  }
}

/** Reads a time span that the user has entered. @throws SyntaxError with an error message for the user. */
function readSpan(text: string): number {
  const span = readDuration(text.replaceAll(' ', ''))
  if (Number.isNaN(span)) throw new SyntaxError('A step is a number with its unit: ms, s, m, h or d.')
  return span
}
