/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Scenario } from '../../screening/scenarios/catalogue.ts'
import { sendRequest } from '../connection/send-call.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { Button, Choice, Problem } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { Link, toEntity } from '../shell/link.tsx'

const types = { organization: 'organizations', person: 'persons' } as const

export function ScenariosView() {
  const { connection, team } = useConsole()
  const { data, error } = useLive<readonly Scenario[]>(connection, '/scenarios', [])
  const [type, setType] = useState<keyof typeof types>('organization')
  return (
    <>
      <p class="dim">
        An entity whose name begins with one of these gets a known outcome, whatever the rest of its name is.
      </p>
      <div class="tools">
        <Choice label="Create" options={types} value={type} onChange={setType} />
        {team === null && <p>There is no team yet. Create one under State.</p>}
      </div>
      <Problem text={error} />
      <ul class="scenarios narrow">
        {data?.map(scenario => (
          <Entry key={scenario.id} scenario={scenario} type={scenario.type ?? type} />
        ))}
      </ul>
    </>
  )
}

function Entry({ scenario, type }: { scenario: Scenario; type: keyof typeof types }) {
  const { connection, team } = useConsole()
  const action = useAction()
  const [id, setId] = useState<string>()
  const { prefix, summary } = scenario
  const name = `${prefix} ${type === 'person' ? 'Ilse Example' : 'Example Works Ltd'}`

  async function create(): Promise<void> {
    if (team == null) return
    setId(undefined)
    const request = { team, method: 'POST', path: '/v1/entities', body: { type, name } }
    setId((await sendRequest<{ id: string }>(connection, request)).id)
  }

  return (
    <li>
      <header>
        <div>
          <code>{prefix}</code>
          {scenario.type !== undefined && <small> only {types[scenario.type]}</small>}
          <p>{withoutMarks(summary)}</p>
        </div>
        <Button aria-label={`Create ${prefix}`} disabled={team == null} action={action} work={create}>
          Create
        </Button>
      </header>
      <p role="status">
        {action.error !== undefined && `Refused with ${action.error}`}
        {id !== undefined && (
          <>
            Created <Link to={toEntity(id)}>{name}</Link>
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
