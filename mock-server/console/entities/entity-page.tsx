/** @jsxImportSource preact */
import type { ComponentProps } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import type { JsonRecord } from '../../../src/shared/json.ts'
import type { describeEntity } from '../../admin/entities.ts'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { CopyableId } from '../elements/copy-button.tsx'
import { Facts } from '../elements/facts.tsx'
import { Button, Form, Problem, TextField } from '../elements/form.tsx'
import { hasOwnKeys } from '../elements/has-own-keys.ts'
import { utcTime } from '../elements/instant.ts'
import { JsonText } from '../elements/json-text.tsx'
import { useFocus } from '../elements/use-focus.ts'
import { useConsole } from '../shell/console-context.ts'
import { RouteLink, toEntity } from '../shell/route-link.tsx'
import { Documents } from './documents.tsx'
import { type EntityRecord, isScreened, riskClass } from './entity-record.ts'
import { FixtureDialog } from './fixture-dialog.tsx'

interface EntityState extends Omit<ReturnType<typeof describeEntity>, 'entity'> {
  readonly entity: EntityRecord
}

type EntityProps = Pick<EntityState, 'team' | 'entity'>

export function EntityPage({ id }: { id: string }) {
  const { connection } = useConsole()
  const { data, error } = useLive<EntityState>(connection, toEntity(id), ['entities', 'clock'])
  return (
    <>
      <Problem text={error} />
      {data !== undefined && <EntityDetails {...data} />}
      {data === undefined && (
        <p>
          {error === undefined && 'Reading … '}
          <RouteLink to="/entities">All entities</RouteLink>
        </p>
      )}
    </>
  )
}

/** The sign for a field that the entity lacks, within a text. */
const noValue = '–'

function EntityDetails({ team, entity, documents, scan, caseStatus, dueAt }: EntityState) {
  const { routes, chooseTeam } = useConsole()
  const heading = useFocus<HTMLHeadingElement>()
  useEffect(() => chooseTeam(team), [team, chooseTeam])
  const risk = isScreened(entity)
    ? `${entity.riskLevel}, score ${entity.riskScore ?? noValue}`
    : 'no results yet'
  const facts = {
    Risk: <span class={riskClass(entity)}>{risk}</span>,
    'Case status': `${entity.caseStatus ?? noValue}${caseStatus === null ? '' : ', set by hand'}`,
    Type: entity.type,
    Country: entity.countryCode,
    Registration: entity.registration,
    Screening: `number ${scan}${dueAt === null ? '' : `, next at ${utcTime(dueAt)}`}`,
    Updated: entity.updatedAt && utcTime(entity.updatedAt),
    Created: entity.createdAt && utcTime(entity.createdAt),
    Due: entity.dueDate,
    Team: team,
    Id: <CopyableId label="id" id={String(entity.id)} />,
    'Platform id': entity.platformId && <CopyableId label="platform id" id={entity.platformId} />,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys from its children bubble up to it
    <div
      class="entity"
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !hasOwnKeys(target)) routes.go('/entities')
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1} class="name" dir="auto">
          {entity.name}
        </h2>
        <RouteLink to="/entities">All entities</RouteLink>
      </header>
      <Facts facts={facts} isRecord />
      <EntityActions team={team} entity={entity} />
      <section aria-label="Network">
        <h3>Network</h3>
        {isScreened(entity) ? (
          <Network id={entity.id} name={entity.name} version={`${scan} ${entity.updatedAt}`} />
        ) : (
          <p>
            There are no results yet: its owners are not known.
            {dueAt !== null && ' Advance the clock to get them.'}
          </p>
        )}
      </section>
      <Documents team={team} id={entity.id} documents={documents} />
      <EntityJson team={team} entity={entity} />
    </div>
  )
}

/**
 * Shows the JSON of an entity as it is in the list and, on request, the JSON of its network as a client
 * receives it.
 */
function EntityJson({ team, entity }: EntityProps) {
  const { connection } = useConsole()
  const action = useAction()
  const [network, setNetwork] = useState<string>()
  async function read(): Promise<void> {
    const request = { team, method: 'GET', path: `/v1${toEntity(entity.id)}/network` }
    const { body } = await connection.call<{ body: string }>('POST', '/send', request)
    setNetwork(body)
  }
  return (
    <details>
      <summary>JSON</summary>
      <JsonText text={JSON.stringify(entity)} />
      <Button action={action} work={read}>
        Request the network
      </Button>
      <Problem text={action.error} />
      {network !== undefined && <JsonText text={network} />}
    </details>
  )
}

type FixtureEdit = Omit<ComponentProps<typeof FixtureDialog>, 'onClose'>

/** Returns what is edited in a dialog, and functions that open the dialog to edit or to duplicate an entity. */
function useFixtureEdit({ team, entity: { id, name } }: EntityProps) {
  const { connection, announce, routes } = useConsole()
  const [fixtureEdit, setFixtureEdit] = useState<FixtureEdit>()
  const readFixture = () => connection.call<JsonRecord>('GET', `${toEntity(id)}/fixture`)

  async function edit(): Promise<void> {
    async function save(fixture: JsonRecord): Promise<void> {
      await connection.call('PUT', toEntity(id), fixture)
      announce('Saved')
    }
    setFixtureEdit({ title: `Edit ${name}`, fixture: await readFixture(), submit: 'Save', save })
  }

  async function duplicate(): Promise<void> {
    const fields = Object.entries(await readFixture()).filter(([name]) => name.toLowerCase() !== 'id')
    // An item of a list cannot be loaded without an id.
    const fixture = { id: `${id}-copy`, ...Object.fromEntries(fields) }
    async function save(entity: JsonRecord): Promise<void> {
      const body = { team, entities: [entity] }
      const { ids } = await connection.call<{ ids: readonly string[] }>('POST', '/load', body)
      announce('Duplicated')
      routes.go(toEntity(ids[0] ?? id))
    }
    setFixtureEdit({ title: `Duplicate ${name}`, fixture, submit: 'Create', save })
  }

  return { fixtureEdit, edit, duplicate, closeEdit: () => setFixtureEdit(undefined) }
}

function EntityActions({ team, entity }: EntityProps) {
  const { connection, announce } = useConsole()
  const action = useAction()
  const [status, setStatus] = useState('')
  const { fixtureEdit, edit, duplicate, closeEdit } = useFixtureEdit({ team, entity })
  const { id } = entity

  async function rescan(): Promise<void> {
    const body = { action: 'rescan' }
    await sendRequest(connection, { team, method: 'PUT', path: `/v1${toEntity(id)}`, body })
    announce('Rescan started')
  }

  async function setCaseStatus(): Promise<void> {
    await connection.call('POST', `${toEntity(id)}/case-status`, { caseStatus: status })
    announce(`Case status ${status}`)
  }

  return (
    <div class="tools">
      <Form action={action} layout="tools" work={setCaseStatus} submit="Set">
        <TextField
          label="Case status by hand"
          hint="such as ESCALATED"
          value={status}
          onInput={setStatus}
          required
        />
      </Form>
      <span class="buttons">
        <Button action={action} work={edit}>
          Edit
        </Button>
        <Button action={action} work={duplicate}>
          Duplicate
        </Button>
        <Button action={action} work={rescan}>
          Rescan
        </Button>
      </span>
      {fixtureEdit !== undefined && <FixtureDialog {...fixtureEdit} onClose={closeEdit} />}
    </div>
  )
}

type Panel = typeof import('../network/network-panel.tsx')['NetworkPanel']

/** Loads the network panel on demand, because it is the largest part of the console. */
function Network(props: ComponentProps<Panel>) {
  const [module, setModule] = useState<{ Panel: Panel }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    import('../network/network-panel.tsx').then(
      ({ NetworkPanel }) => setModule({ Panel: NetworkPanel }),
      (failure: unknown) => setProblem(messageOf(failure)),
    )
  }, [])
  if (module === undefined) return problem === undefined ? <p>Loading …</p> : <Problem text={problem} />
  return <module.Panel {...props} />
}
