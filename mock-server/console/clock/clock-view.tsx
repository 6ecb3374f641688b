/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { readDuration } from '../../../src/shared/time.ts'
import { useAction } from '../connection/use-action.ts'
import { utcTime } from '../elements/instant.ts'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { useConsole } from '../shell/console-context.ts'
import { Link } from '../shell/link.tsx'
import { type ClockState, type Due, describeMode, describeSpan, dueNames } from './clock-state.ts'
import { useClock } from './use-clock.ts'

const steps = [
  { label: '+ 1 s', body: { ms: 1000 } },
  { label: '+ 1 min', body: { ms: 60_000 } },
  { label: '+ 1 day', body: { ms: 86_400_000 } },
]

/** The time of the server, what is due, and how to get there. */
export function ClockView() {
  const { connection, announce } = useConsole()
  const { data: clock, now, error, reload } = useClock(connection)
  const action = useAction()
  const [span, setSpan] = useState('90s')
  const move = (path: string, body: () => object = () => ({})) =>
    action.run(async () => {
      const { now } = await connection.call<ClockState>('POST', path, body())
      announce(`It is ${readable(Date.parse(now))}.`)
      reload()
    })
  if (clock === undefined || now === undefined) return <Problem text={error} />
  const { next, due } = clock
  return (
    <div class="narrow">
      <p class="now">
        <time dateTime={new Date(now).toISOString()}>{readable(now)}</time>
      </p>
      <p>{describeMode(clock)}</p>
      <div class="tools">
        {steps.map(({ label, body }) => (
          <button
            key={label}
            type="button"
            aria-disabled={action.isBusy}
            onClick={() => move('/clock/advance', () => body)}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          disabled={next === null}
          onClick={() => move('/clock/advance', () => ({ to: 'next' }))}
        >
          To the next
        </button>
        <button type="button" aria-disabled={action.isBusy} onClick={() => move('/clock/settle')}>
          Settle
        </button>
      </div>
      <form
        class="tools"
        onSubmit={event => {
          event.preventDefault()
          move('/clock/advance', () => ({ ms: spanOf(span) }))
        }}
      >
        <TextField label="Step" hint="such as 90s, 2h or 7d" value={span} onInput={setSpan} required />
        <button type="submit" aria-disabled={action.isBusy}>
          Advance
        </button>
      </form>
      <p class="dim">
        "To the next" goes to what is due next, "Settle" to where nothing is due any more. Screenings that
        never end are left out.
      </p>
      <Problem text={action.error ?? error} />
      <h2>Due next</h2>
      {due.length === 0 ? <p>Nothing is due.</p> : <DueTable due={due} now={now} />}
    </div>
  )
}

function DueTable({ due, now }: { due: readonly Due[]; now: number }) {
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">In</th>
          <th scope="col">What</th>
          <th scope="col">Entity</th>
        </tr>
      </thead>
      <tbody>
        {due.map(({ at, what, entity, name, team }) => (
          <tr key={`${at} ${what} ${entity}`}>
            <td>{readable(Date.parse(at))}</td>
            <td class="whole">{describeSpan(Date.parse(at) - now)}</td>
            <td>{dueNames[what]}</td>
            <td>
              {entity === null ? '–' : <Link to={`/entities/${encodeURIComponent(entity)}`}>{name}</Link>}
              {team !== null && (
                <span class="dim">
                  {' '}
                  {entity}, {team}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** To the second, as the service writes time: UTC. */
function readable(time: number): string {
  return utcTime(new Date(time).toISOString())
}

/** @throws SyntaxError with a sentence for the reader. */
function spanOf(text: string): number {
  const span = readDuration(text.replaceAll(' ', ''))
  if (Number.isNaN(span)) throw new SyntaxError('A step is a number with its unit: ms, s, m, h or d.')
  return span
}
