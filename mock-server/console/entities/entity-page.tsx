/** @jsxImportSource preact */
import type { ComponentProps } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import type { describeEntity } from '../../admin/entities.ts'
import { sendRequest } from '../connection/send-call.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { Facts } from '../elements/facts.tsx'
import { Button, Form, Problem, TextField } from '../elements/form.tsx'
import { utcTime } from '../elements/instant.ts'
import { useFocus } from '../elements/use-focus.ts'
import { indented } from '../requests/indented.ts'
import { useConsole } from '../shell/console-context.ts'
import { Link, toEntity } from '../shell/link.tsx'
import { Documents } from './documents.tsx'
import { type EntityRecord, isScreened, riskClass } from './entity-record.ts'

interface EntityState extends Omit<ReturnType<typeof describeEntity>, 'entity'> {
  readonly entity: EntityRecord
}

type Named = Pick<EntityState, 'team' | 'entity'>

export function EntityPage({ id }: { id: string }) {
  const { connection } = useConsole()
  const { data, error } = useLive<EntityState>(connection, toEntity(id), ['state', 'clock', 'reset'])
  return (
    <>
      <Problem text={error} />
      {data !== undefined && <Loaded {...data} />}
      {data === undefined && (
        <p>
          {error === undefined && 'Reading … '}
          <Link to="/entities">All entities</Link>
        </p>
      )}
    </>
  )
}

function Loaded({ team, entity, documents, scan, caseStatus, dueAt }: EntityState) {
  const { routes, chooseTeam } = useConsole()
  const heading = useFocus<HTMLHeadingElement>()
  useEffect(() => chooseTeam(team), [team, chooseTeam])
  const risk = isScreened(entity) ? `${entity.riskLevel}, score ${entity.riskScore}` : 'no results yet'
  const facts = {
    Risk: <span class={riskClass(entity)}>{risk}</span>,
    'Case status': `${entity.caseStatus}${caseStatus === null ? '' : ', set by hand'}`,
    Type: entity.type,
    Country: entity.countryCode,
    Registration: entity.registration,
    Screening: `number ${scan}${dueAt === null ? '' : `, next at ${utcTime(dueAt)}`}`,
    Updated: utcTime(entity.updatedAt),
    Created: utcTime(entity.createdAt),
    Due: entity.dueDate,
    Team: team,
    Id: entity.id,
    'Platform id': entity.platformId,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside bubble up to it
    <div
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target instanceof HTMLInputElement)) routes.go('/entities')
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1} class="name">
          {entity.name}
        </h2>
        <Link to="/entities">All entities</Link>
      </header>
      <Facts of={facts} isRecord />
      <Actions team={team} entity={entity} />
      <section aria-label="Network">
        <h3>Network</h3>
        {isScreened(entity) ? (
          <Network id={entity.id} name={entity.name} version={`${scan} ${entity.updatedAt}`} />
        ) : (
          <p>
            There are no results yet: who stands behind it is not known. Take the clock forward to have them.
          </p>
        )}
      </section>
      <Documents team={team} id={entity.id} documents={documents} />
      <Json team={team} entity={entity} />
    </div>
  )
}

/** The entity as the list has it, and its network as a client gets it. */
function Json({ team, entity }: Named) {
  const { connection } = useConsole()
  const action = useAction()
  const [network, setNetwork] = useState<string>()
  async function read(): Promise<void> {
    const request = { team, method: 'GET', path: `/v1${toEntity(entity.id)}/network` }
    const { body } = await connection.call<{ body: string }>('POST', '/send', request)
    setNetwork(indented(body))
  }
  return (
    <details>
      <summary>JSON</summary>
      <pre>{JSON.stringify(entity, null, 2)}</pre>
      <Button action={action} work={read}>
        Request the network
      </Button>
      <Problem text={action.error} />
      {network !== undefined && <pre>{network}</pre>}
    </details>
  )
}

function Actions({ team, entity: { id } }: Named) {
  const { connection, announce } = useConsole()
  const action = useAction()
  const [status, setStatus] = useState('')

  async function rescan(): Promise<void> {
    const body = { action: 'rescan' }
    await sendRequest(connection, { team, method: 'PUT', path: `/v1${toEntity(id)}`, body })
    announce('Rescan started')
  }

  async function set(): Promise<void> {
    await connection.call('POST', `${toEntity(id)}/case-status`, { caseStatus: status })
    announce(`Case status ${status}`)
  }

  return (
    <Form action={action} layout="tools" work={set} submit="Set">
      <Button action={action} work={rescan}>
        Rescan
      </Button>
      <TextField
        label="Case status by hand"
        hint="such as ESCALATED"
        value={status}
        onInput={setStatus}
        required
      />
    </Form>
  )
}

type Panel = typeof import('../network/network-panel.tsx')['NetworkPanel']

/** The network, which is loaded when it is shown: it is the largest part of the console. */
function Network(props: ComponentProps<Panel>) {
  const [panel, setPanel] = useState<{ Panel: Panel }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    import('../network/network-panel.tsx').then(
      ({ NetworkPanel }) => setPanel({ Panel: NetworkPanel }),
      (failure: unknown) => setProblem(messageOf(failure)),
    )
  }, [])
  if (panel === undefined) return problem === undefined ? <p>Loading …</p> : <Problem text={problem} />
  return <panel.Panel {...props} />
}
