import { isRecord } from '../../src/shared/json.ts'
import { type Asker, type Call, readNetwork, Stop } from './ask.ts'
import type { Exchange } from './exchange.ts'
import { readByClient } from './recording/read-by-client.ts'
import { dataIn, entitiesIn, isBlank, isDone, seenIn } from './seen.ts'

/** What a line of the journal says: that a step is about to be sent, or what came of it. */
export type WriteEntry =
  | { readonly step: string; readonly names: readonly string[] }
  | { readonly step: string; readonly exchange: Exchange }

/** Where each step is noted before it is sent, so that a second run creates nothing again. */
export interface WriteJournal {
  read(): Promise<readonly WriteEntry[]>
  append(entry: WriteEntry): Promise<void>
}

/** How to write. */
export interface WriteOptions {
  readonly journal: WriteJournal
  /** How many entities the team has, typed by somebody who knows: needed if any of them is not of an earlier run. */
  readonly teamSize?: number | undefined
}

/** Nothing was written, because the team has entities that no earlier run created. */
export class WriteRefusedError extends Error {
  override readonly name = 'WriteRefusedError'
}

const organization = { type: 'organization', name: 'Parity Check Castings GmbH', countryCode: 'DE' } as const
const another = { type: 'organization', name: 'Meridian Parity Check Ltd', countryCode: 'GB' } as const
const person = { type: 'person', name: 'Bela Parity-Check', countryCode: 'DE' } as const
const row = { ...person, first_name: 'Bela', last_name: 'Parity-Check' }

interface Step extends Omit<Call, 'method'> {
  readonly step: string
  /** Whom it may create. */
  readonly names: readonly string[]
  /** Whether it is sent with the key of the run: two of these show whether the service honours it. */
  readonly hasKey?: boolean
}

type Named = Readonly<Record<'type' | 'name', string> & { countryCode?: string }>

function creation(step: string, body: Named): Step {
  return { step, path: '/v1/entities', body, names: [body.name] }
}

function bulk(step: string, entities: readonly Named[]): Step {
  const names = entities.flatMap(({ name }) => name || [])
  return { step, path: '/v1/entities/bulk', body: { entities }, names }
}

/** In an order in which names, times and the order of creation tell each other apart. */
const steps: readonly Step[] = [
  { step: 'nothing', path: '/v1/entities', body: {}, names: [] },
  { step: 'nothing as text', path: '/v1/entities', body: {}, names: [], contentType: 'text/plain' },
  bulk('no rows', []),
  bulk('row without a name', [{ type: 'organization', name: '', countryCode: 'DE' }]),
  { ...creation('organization', organization), hasKey: true },
  { ...creation('organization with its key again', organization), hasKey: true },
  creation('organization again', organization),
  creation('person', person),
  creation('person again', person),
  creation('another organization', another),
  creation('person without a country', { type: 'person', name: 'Alma Parity-Check' }),
  bulk('organization in bulk', [organization]),
  bulk('person in bulk', [row]),
]

/** How many entities a run may leave: no operation deletes one. */
export const mostCreated = steps.reduce((sum, { names }) => sum + names.length, 0)

/** The names of all that a run may leave. */
export const createdNames: readonly string[] = [...new Set(steps.flatMap(({ names }) => names))]

/** How often the list is read until the first organization has been screened. */
const mostLooks = 8

/**
 * Creates what the judges need, and rescans one of it. A step that an earlier run has sent is not sent again: its response is
 * judged, if there was one.
 *
 * @throws Stop where the service accepts what names nobody: it would create what no later run knows.
 */
export async function writeAll(asker: Asker, { journal }: WriteOptions): Promise<void> {
  const entries = await journal.read()
  const done = new Map(entries.flatMap(entry => ('exchange' in entry ? [[entry.step, entry.exchange]] : [])))
  const begun = new Set(entries.map(({ step }) => step))
  asker.replay([...done.values()])
  const first = done.get('organization')
  // A service may remember the keys of other runs.
  const key = first === undefined ? crypto.randomUUID() : first.idempotencyKey
  for (const { step, names, hasKey = false, ...call } of steps) {
    if (begun.has(step)) continue
    await journal.append({ step, names })
    const idempotencyKey = (hasKey && key) || undefined
    const exchange = await asker.ask({ method: 'POST', ...call, idempotencyKey })
    await journal.append({ step, exchange })
    if (names.length === 0 && createsSomething(exchange))
      throw new Stop(`the service accepts ${step} as an entity`)
    if (step === 'organization' || step === 'person') await asker.ask({ method: 'GET', path: '/v1/entities' })
  }
  await rescan(asker)
}

/** Rescans the first organization, once it has been screened. */
async function rescan(asker: Asker): Promise<void> {
  const id = createdId(asker.exchanges)
  if (id === null) return
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await asker.ask({ method: 'GET', path: '/v1/entities' })
    const entity = seenIn(asker.exchanges).entities.find(entity => entity.id === id)
    if (entity !== undefined && !isBlank(entity, 'riskLevel')) break
  }
  await readNetwork(asker, id)
  await asker.ask({
    method: 'PUT',
    path: `/v1/entities/${encodeURIComponent(id)}`,
    body: { action: 'rescan' },
  })
  await asker.ask({ method: 'GET', path: '/v1/entities' })
}

/** Whether what names nobody was accepted as an entity. An empty bulk request creates none. */
function createsSomething(exchange: Exchange): boolean {
  const isCreation = isDone(exchange) && exchange.operation === 'createEntity'
  return isCreation || Number(dataIn(exchange)?.successCount ?? 0) > 0
}

function createdId(exchanges: readonly Exchange[]): string | null {
  const creations = seenIn(exchanges).done('createEntity')
  const call = creations.find(({ request }) => isRecord(request) && request.name === organization.name)
  const id = call && dataIn(call)?.id
  return typeof id === 'string' ? id : null
}

/** An entity that no earlier run names may be a customer. @throws WriteRefusedError. */
export async function refuseStrangers(
  exchanges: readonly Exchange[],
  { journal, teamSize }: WriteOptions,
): Promise<void> {
  const entries = await journal.read()
  const list = seenIn(exchanges)
    .done('listEntities')
    .findLast(({ key }) => key === 'own')
  const all = entitiesIn(list, Number.POSITIVE_INFINITY)
  const reading = list && (await readByClient(list))
  // A page of a list is not the team.
  const isWhole = reading?.error === null && reading.quirks.every(({ code }) => code !== 'incomplete')
  const names = new Set(entries.flatMap(entry => ('names' in entry ? entry.names : [])))
  const strangers = all.filter(({ name }) => !names.has(String(name)))
  if (!isWhole)
    throw new WriteRefusedError('nothing is written: the list of the team could not be read whole')
  if (strangers.length === 0 || teamSize === all.length) return
  const size = `${all.length} entities${teamSize === undefined ? '' : `, not ${teamSize}`}`
  throw new WriteRefusedError(
    `nothing is written: the team has ${size}, and no earlier run created ${strangers.length} of them; to allow it, give this number with --team-size`,
  )
}
