import { isRecord } from '../../src/shared/json.ts'
import { readSubject } from '../fixtures/read-item.ts'
import { isBlank } from './entity-fields.ts'
import type { Exchange } from './exchange.ts'
import { createExchangeLog, hasSucceeded } from './exchange-log.ts'
import { type Probe, type Prober, probeNetwork, StopError } from './prober.ts'
import { readByClient } from './recording/read-by-client.ts'
import { findServiceList, readEntityId, unwrapData } from './response-body.ts'

/** A line of the journal: a step that is about to be sent, or a step with its request and response. */
export type WriteEntry =
  | { readonly step: string; readonly names: readonly string[] }
  | { readonly step: string; readonly exchange: Exchange }

/** Records each step before it is sent, so that a second run does not create the same entities. */
export interface WriteJournal {
  read(): Promise<readonly WriteEntry[]>
  append(entry: WriteEntry): Promise<void>
}

/** The journal of the writes, and the team that may be written to. */
export interface WriteOptions {
  readonly journal: WriteJournal
  /**
   * The number of entities in the team, with which the caller confirms that the team may be written to. Required if the team has
   * entities that no earlier run created.
   */
  readonly teamSize?: number | undefined
}

/** Thrown before any write, if the team has entities that no earlier run created. */
export class WriteRefusedError extends Error {
  override readonly name = 'WriteRefusedError'
}

const organization = { type: 'organization', name: 'Parity Check Castings GmbH', countryCode: 'DE' } as const
const otherOrganization = {
  type: 'organization',
  name: 'Meridian Parity Check Ltd',
  countryCode: 'GB',
} as const
const person = { type: 'person', name: 'Bela Parity-Check', countryCode: 'DE' } as const
const personRow = { ...person, first_name: 'Bela', last_name: 'Parity-Check' }

interface WriteStep extends Omit<Probe, 'method'> {
  readonly step: string
  /** The names of the entities that the step may create. */
  readonly names: readonly string[]
  /** Whether the step is sent with the run's idempotency key. Two steps with the same key show whether the service honours it. */
  readonly hasKey?: boolean
}

type NamedEntity = Readonly<Record<'type' | 'name', string> & { countryCode?: string }>

function createStep(step: string, body: NamedEntity): WriteStep {
  return { step, path: '/v1/entities', body, names: [body.name] }
}

function createBulkStep(step: string, entities: readonly NamedEntity[]): WriteStep {
  const names = entities.flatMap(({ name }) => name || [])
  return { step, path: '/v1/entities/bulk', body: { entities }, names }
}

/** The steps are not in alphabetical order of names, so that a list sorted by name differs from one in order of creation. */
const writeSteps: readonly WriteStep[] = [
  { step: 'nothing', path: '/v1/entities', body: {}, names: [] },
  { step: 'nothing as text', path: '/v1/entities', body: {}, names: [], contentType: 'text/plain' },
  createBulkStep('no rows', []),
  createBulkStep('row without a name', [{ type: 'organization', name: '', countryCode: 'DE' }]),
  { ...createStep('organization', organization), hasKey: true },
  { ...createStep('organization with its key again', organization), hasKey: true },
  createStep('organization again', organization),
  createStep('person', person),
  createStep('person again', person),
  createStep('another organization', otherOrganization),
  createStep('person without a country', { type: 'person', name: 'Alma Parity-Check' }),
  createBulkStep('organization in bulk', [organization]),
  createBulkStep('person in bulk', [personRow]),
]

/** Maximum number of entities that remain in the team after a run. No operation can delete them. */
export const maxCreatedEntities = writeSteps.reduce((sum, { names }) => sum + names.length, 0)

/** The names of all entities that may remain after a run. */
export const createdNames: readonly string[] = [...new Set(writeSteps.flatMap(({ names }) => names))]

/** Maximum number of list requests while the screening of the first organization has not ended. */
const maxListReads = 8

/**
 * Creates the entities that are needed to check the open points, and rescans one of them. A step that an earlier run has sent is
 * not sent again; if it got a response, that response is evaluated.
 *
 * @throws StopError if the service creates an entity without a name, which no later run would recognize.
 */
export async function probeWrites(prober: Prober, { journal }: WriteOptions): Promise<void> {
  const entries = await journal.read()
  const exchangesByStep = new Map(
    entries.flatMap(entry => ('exchange' in entry ? [[entry.step, entry.exchange]] : [])),
  )
  const startedSteps = new Set(entries.map(({ step }) => step))
  prober.replay([...exchangesByStep.values()])
  const organizationExchange = exchangesByStep.get('organization')
  // Reuses the idempotency key of an earlier run that sent the first organization. Otherwise, uses a new key, because the
  // service may remember keys.
  const key = organizationExchange === undefined ? crypto.randomUUID() : organizationExchange.idempotencyKey
  for (const { step, names, hasKey = false, ...probe } of writeSteps) {
    if (startedSteps.has(step)) continue
    await journal.append({ step, names })
    const idempotencyKey = (hasKey && key) || undefined
    const exchange = await prober.probe({ method: 'POST', ...probe, idempotencyKey })
    await journal.append({ step, exchange })
    if (names.length === 0 && hasCreatedEntity(exchange))
      throw new StopError(`the service accepts ${step} as an entity`)
    if (step === 'organization' || step === 'person')
      await prober.probe({ method: 'GET', path: '/v1/entities' })
  }
  await probeRescan(prober)
}

/** Rescans the first organization, once it has been screened. */
async function probeRescan(prober: Prober): Promise<void> {
  const id = findCreatedId(prober.exchanges)
  if (id === null) return
  for (let reads = 0; reads < maxListReads; reads += 1) {
    await prober.probe({ method: 'GET', path: '/v1/entities' })
    const entity = createExchangeLog(prober.exchanges).entities.find(entity => entity.id === id)
    if (entity !== undefined && !isBlank(entity, 'riskLevel')) break
  }
  await probeNetwork(prober, id)
  await prober.probe({
    method: 'PUT',
    path: `/v1/entities/${encodeURIComponent(id)}`,
    body: { action: 'rescan' },
  })
  await prober.probe({ method: 'GET', path: '/v1/entities' })
}

/** Whether a call created an entity. An empty bulk request may succeed without creating an entity. */
function hasCreatedEntity(exchange: Exchange): boolean {
  const isCreation = hasSucceeded(exchange) && exchange.operation === 'createEntity'
  return isCreation || Number(unwrapData(exchange)?.successCount ?? 0) > 0
}

function findCreatedId(exchanges: readonly Exchange[]): string | null {
  const creations = createExchangeLog(exchanges).successes('createEntity')
  const call = creations.find(({ request }) => isRecord(request) && request.name === organization.name)
  return (call && readEntityId(call)) || null
}

/**
 * Refuses to write if the team has entities that no earlier run created, because these may be real customers. The caller can
 * allow the writes with `teamSize`. Also refuses if the list cannot be read completely.
 *
 * @throws WriteRefusedError in both cases.
 */
export async function assertOwnEntities(
  exchanges: readonly Exchange[],
  { journal, teamSize }: WriteOptions,
): Promise<void> {
  const entries = await journal.read()
  const list = createExchangeLog(exchanges)
    .successes('listEntities')
    .findLast(({ key }) => key === 'own')
  const names = findServiceList(list?.body)?.items.map(item => readSubject(item).name) ?? []
  const reading = list && (await readByClient(list))
  // Without the complete list, the number of the team's entities is not known.
  const isComplete = reading?.error === null && reading.quirks.every(({ code }) => code !== 'incomplete')
  const journaledNames = new Set(entries.flatMap(entry => ('names' in entry ? entry.names : [])))
  const foreignNames = names.filter(name => !journaledNames.has(name))
  if (!isComplete)
    throw new WriteRefusedError('nothing is written: the list of the team could not be read whole')
  if (foreignNames.length === 0 || teamSize === names.length) return
  const size = `${names.length} entities${teamSize === undefined ? '' : `, not ${teamSize}`}`
  throw new WriteRefusedError(
    `nothing is written: the team has ${size}, and no earlier run created ${foreignNames.length} of them; to allow it, give this number with --team-size`,
  )
}
