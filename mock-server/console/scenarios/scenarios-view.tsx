/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Scenario } from '../../screening/scenarios/catalogue.ts'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { Button, Choice, Problem } from '../elements/form.tsx'
import { PlainTable } from '../elements/plain-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { RouteLink, toEntity } from '../shell/route-link.tsx'

const typeNames = { organization: 'organizations', person: 'persons' } as const
const typeOptions = { organization: 'Create organizations', person: 'Create persons' } as const

type EntityType = keyof typeof typeNames

/** The latest request to create an entity: the scenario, and the entity once the response has arrived. */
interface Creation {
  readonly scenarioId: string
  readonly entity?: { readonly id: string; readonly name: string }
}

/** The reserved names as a table, each with a button that creates an entity. */
export function ScenariosView() {
  const { connection, team } = useConsole()
  const { data = [], error } = useLive<readonly Scenario[]>(connection, '/scenarios', [])
  const [type, setType] = useState<EntityType>('organization')
  const [text, setText] = useState('')
  const [creation, setCreation] = useState<Creation>()
  const creating = useAction()
  const matches = data.filter(scenario => hasText(scenario, text))

  async function create({ id: scenarioId, prefix, ...scenario }: Scenario): Promise<void> {
    if (team == null) return
    setCreation({ scenarioId })
    const createdType = scenario.type ?? type
    const name = `${prefix} ${createdType === 'person' ? 'Ilse Example' : 'Example Works Ltd'}`
    const request = { team, method: 'POST', path: '/v1/entities', body: { type: createdType, name } }
    const { id } = await sendRequest<{ id: string }>(connection, request)
    setCreation({ scenarioId, entity: { id, name } })
  }

  const rows = matches.map(scenario => ({
    key: scenario.id,
    cells: [
      <ScenarioName key="name" scenario={scenario} />,
      <>
        {withoutMarkdown(scenario.summary)}
        <p role="status">
          {creation?.scenarioId === scenario.id && (
            <CreationResult creation={creation} error={creating.error} />
          )}
        </p>
      </>,
      <Button
        key="create"
        class="small"
        aria-label={`Create ${scenario.prefix}`}
        disabled={team == null}
        action={creating}
        work={() => create(scenario)}
      >
        Create
      </Button>,
    ],
  }))
  return (
    <div class="view">
      <p class="dim">
        An entity whose name begins with one of these has a known outcome, whatever the rest of its name is.
      </p>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter scenarios"
          placeholder="Filter: name, outcome …"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <Choice label="Create as" hasHiddenLabel options={typeOptions} value={type} onChange={setType} />
        <span class="dim count" aria-live={text === '' ? 'off' : 'polite'}>
          {text === '' ? `${data.length} scenarios` : `${matches.length} of ${data.length} scenarios`}
        </span>
      </div>
      {team === null && <p>There is no team yet. Create one under State.</p>}
      <Problem text={error} />
      <PlainTable label="Scenarios" titles={['Name begins with', 'Outcome', '']} rows={rows} isStacked />
    </div>
  )
}

function ScenarioName({ scenario: { prefix, type } }: { scenario: Scenario }) {
  return (
    <>
      <code>{prefix}</code>
      {type !== undefined && <small class="dim">only {typeNames[type]}</small>}
    </>
  )
}

function CreationResult({ creation, error }: { creation: Creation; error: string | undefined }) {
  if (error !== undefined) return `Refused with ${error}`
  if (creation.entity === undefined) return null
  const { id, name } = creation.entity
  return (
    <>
      Created <RouteLink to={toEntity(id)}>{name}</RouteLink>
    </>
  )
}

function hasText({ prefix, summary }: Scenario, text: string): boolean {
  return `${prefix} ${withoutMarkdown(summary)}`.toLowerCase().includes(text.trim().toLowerCase())
}

/** Replaces Markdown links and code with their plain text. The summaries are in Markdown, because a guide also contains them. */
function withoutMarkdown(summary: string): string {
  return summary.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}
