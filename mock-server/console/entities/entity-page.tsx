/** @jsxImportSource preact */
import type { ComponentChildren, ComponentProps } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { messageOf } from '../connection/send-call.ts'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { utcTime } from '../elements/instant.ts'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { useFocus } from '../elements/use-focus.ts'
import { indented } from '../requests/indented.ts'
import { useConsole } from '../shell/console-context.ts'
import { Link } from '../shell/link.tsx'
import { type AttachedDocument, Documents } from './documents.tsx'
import { type EntityRecord, isScreened, riskClass } from './entity-record.ts'

/** What the control API says of an entity. */
interface EntityState {
  readonly team: string
  readonly entity: EntityRecord
  readonly documents: readonly AttachedDocument[]
  readonly scan: number
  /** Set by hand; null where screening determines it. */
  readonly caseStatus: string | null
  /** When something about it shows next. */
  readonly dueAt: string | null
}

/** One entity: its record, what can be done with it, its documents and its network. */
export function EntityPage({ id }: { id: string }) {
  const { connection } = useConsole()
  const path = `/entities/${encodeURIComponent(id)}`
  const load = useCallback(() => connection.call<EntityState>('GET', path), [connection, path])
  const { data, error } = useLive(connection, load, ['state', 'clock', 'reset'])
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

function Loaded(state: EntityState) {
  const { team, entity, documents, scan, caseStatus, dueAt } = state
  const { routes, chooseTeam } = useConsole()
  const heading = useFocus<HTMLHeadingElement>()
  useEffect(() => chooseTeam(team), [team, chooseTeam])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside bubble up to it
    <div
      class="entity"
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
      <dl class="record">
        <Fact of="Risk">
          <span class={riskClass(entity)}>
            {isScreened(entity) ? `${entity.riskLevel}, score ${entity.riskScore}` : 'no results yet'}
          </span>
        </Fact>
        <Fact of="Case status">
          {entity.caseStatus}
          {caseStatus !== null && ', set by hand'}
        </Fact>
        <Fact of="Type">{entity.type}</Fact>
        <Fact of="Country">{entity.countryCode}</Fact>
        <Fact of="Registration">{entity.registration}</Fact>
        <Fact of="Screening">
          number {scan}
          {dueAt !== null && `, next at ${utcTime(dueAt)}`}
        </Fact>
        <Fact of="Updated">{utcTime(entity.updatedAt)}</Fact>
        <Fact of="Created">{utcTime(entity.createdAt)}</Fact>
        <Fact of="Due">{entity.dueDate}</Fact>
        <Fact of="Team">{team}</Fact>
        <Fact of="Id">{entity.id}</Fact>
        <Fact of="Platform id">{entity.platformId}</Fact>
      </dl>
      <Actions team={team} id={entity.id} />
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
function Json({ team, entity }: Pick<EntityState, 'team' | 'entity'>) {
  const { connection } = useConsole()
  const { run, isBusy, error } = useAction()
  const [network, setNetwork] = useState<string>()
  const path = `/v1/entities/${encodeURIComponent(entity.id)}/network`
  const read = () =>
    run(async () => {
      const { body } = await connection.call<{ body: string }>('POST', '/send', { team, method: 'GET', path })
      setNetwork(indented(body))
    })
  return (
    <details>
      <summary>JSON</summary>
      <pre>{JSON.stringify(entity, null, 2)}</pre>
      <button type="button" aria-disabled={isBusy} onClick={read}>
        Request the network
      </button>
      <Problem text={error} />
      {network !== undefined && <pre>{network}</pre>}
    </details>
  )
}

function Fact({ of, children }: { of: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Rescan, and the case status by hand. */
function Actions({ team, id }: { team: string; id: string }) {
  const { connection, announce } = useConsole()
  const { run, isBusy, error } = useAction()
  const [status, setStatus] = useState('')
  const path = `/v1/entities/${encodeURIComponent(id)}`

  async function rescan(): Promise<void> {
    const body = { action: 'rescan' }
    if (await run(() => sendRequest(connection, { team, method: 'PUT', path, body })))
      announce('Rescan started')
  }

  async function set(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const control = `/entities/${encodeURIComponent(id)}/case-status`
    if (await run(() => connection.call('POST', control, { caseStatus: status })))
      announce(`Case status ${status}`)
  }

  return (
    <>
      <form class="tools" onSubmit={set}>
        <button type="button" aria-disabled={isBusy} onClick={rescan}>
          Rescan
        </button>
        <TextField
          label="Case status by hand"
          hint="such as ESCALATED"
          value={status}
          onInput={setStatus}
          required
        />
        <button type="submit" aria-disabled={isBusy}>
          Set
        </button>
      </form>
      <Problem text={error} />
    </>
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
