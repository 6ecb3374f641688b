/** @jsxImportSource preact */
import { useCallback, useState } from 'preact/hooks'
import type { Scenario } from '../../screening/scenarios/catalogue.ts'
import { messageOf } from '../connection/send-call.ts'
import { sendRequest } from '../connection/send-request.ts'
import { useLive } from '../connection/use-live.ts'
import { Choice } from '../elements/choice.tsx'
import { Problem } from '../elements/problem.tsx'
import { useConsole } from '../shell/console-context.ts'
import { Link } from '../shell/link.tsx'

const types = { organization: 'organizations', person: 'persons' } as const

/** The reserved test names, each with a button that creates an entity of it. */
export function ScenariosView() {
  const { connection, team } = useConsole()
  const load = useCallback(() => connection.call<readonly Scenario[]>('GET', '/scenarios'), [connection])
  const { data, error } = useLive(connection, load, [])
  const [type, setType] = useState<keyof typeof types>('organization')
  return (
    <>
      <p class="note">
        An entity whose name begins with one of these gets a known outcome, whatever the rest of its name is.
      </p>
      <div class="tools">
        <Choice label="Create" options={types} value={type} onChange={setType} />
        {team === null && <p>There is no team yet. Create one under State.</p>}
      </div>
      <Problem text={error} />
      <ul class="scenarios narrow">
        {data?.map(scenario => (
          <Entry key={scenario.id} scenario={scenario} type={scenario.type ?? type} team={team} />
        ))}
      </ul>
    </>
  )
}

/** What came of the last creation. */
type Outcome = { readonly id: string } | { readonly refusal: string }

function Entry({
  scenario,
  type,
  team,
}: {
  scenario: Scenario
  type: keyof typeof types
  team: string | null | undefined
}) {
  const { connection } = useConsole()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setBusy] = useState(false)
  const { prefix, summary } = scenario
  const name = `${prefix} ${type === 'person' ? 'Ilse Example' : 'Example Works Ltd'}`

  async function create(team: string): Promise<void> {
    setBusy(true)
    const request = { team, method: 'POST', path: '/v1/entities', body: { type, name } }
    setOutcome(
      await sendRequest<{ id: string }>(connection, request).catch((failure: unknown) => ({
        refusal: messageOf(failure),
      })),
    )
    setBusy(false)
  }

  return (
    <li>
      <div>
        <code>{prefix}</code>
        {scenario.type !== undefined && <small> only {types[scenario.type]}</small>}
        <p>{withoutMarks(summary)}</p>
      </div>
      <button
        type="button"
        aria-label={`Create ${prefix}`}
        disabled={team == null || isBusy}
        onClick={() => team != null && create(team)}
      >
        Create
      </button>
      <p role="status">
        {outcome !== undefined && 'refusal' in outcome && `Refused with ${outcome.refusal}`}
        {outcome !== undefined && 'id' in outcome && (
          <>
            Created <Link to={`/entities/${encodeURIComponent(outcome.id)}`}>{name}</Link>
          </>
        )}
      </p>
    </li>
  )
}

/** The catalogue is part of a guide: its links and code marks are Markdown. */
function withoutMarks(summary: string): string {
  return summary.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}
