import type { EntityScreening } from '../../client.ts'
import type { BulkEntityInput } from '../../model/bulk.ts'
import { streamCompleteList } from '../../resources/stream-entities.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { isRefusal } from '../monitoring/read-networks.ts'
import { readDate } from '../rows/read-date.ts'
import { type Candidate, createEntityIndex, type EntityIndex, hashRegistration } from './entity-index.ts'

/** The number of networks that are read at the same time. */
const concurrency = 4

/** Finds the entities that may have been created from rows. */
export interface RowMatcher {
  readonly client: Pick<EntityScreening, 'entities'>
  readonly index: EntityIndex
  readonly signal: AbortSignal
  /** The birth dates of namesakes, by identifier, as far as they were read; null if the network does not show the date. */
  readonly birthDates: Map<string, string | null>
  /** The number of networks that could not be read. */
  unreadNetworks: number
}

/** Reads the team's list. @throws IncompleteListError if the list may lack entities. */
export async function createRowMatcher(
  client: Pick<EntityScreening, 'entities'>,
  signal: AbortSignal,
): Promise<RowMatcher> {
  const index = createEntityIndex()
  for await (const entity of streamCompleteList(client.entities, { signal })) index.add(entity)
  return { client, index, signal, birthDates: new Map(), unreadNetworks: 0 }
}

/**
 * Returns, for each row, the identifiers of all entities that may have been created from it; none for a row that could not be
 * read.
 */
export async function matchRows(
  matcher: RowMatcher,
  rows: readonly (BulkEntityInput | null)[],
): Promise<string[][]> {
  const matches = rows.map(row => ({ row, candidates: row === null ? [] : matcher.index.find(row) }))
  const namesakes = matches.flatMap(({ row, candidates }) =>
    row !== null && isDatedNamesake(row, candidates) ? candidates.map(({ id }) => id) : [],
  )
  await readBirthDates(matcher, namesakes)
  return matches.map(({ row, candidates }) =>
    row === null ? [] : chooseCandidates(matcher, row, candidates).map(({ id }) => id),
  )
}

/** Whether the birth date may distinguish the entities that may have been created from a row. */
function isDatedNamesake(row: BulkEntityInput, candidates: readonly Candidate[]): boolean {
  return row.type === 'person' && row.birthDate !== undefined && candidates.length > 1
}

async function readBirthDates(matcher: RowMatcher, ids: readonly string[]): Promise<void> {
  const unread = [...new Set(ids)].filter(id => !matcher.birthDates.has(id))
  for (let start = 0; start < unread.length; start += concurrency)
    await Promise.all(unread.slice(start, start + concurrency).map(id => readBirthDate(matcher, id)))
}

/** Reads the birth date of the entity's own node in its network. */
async function readBirthDate(matcher: RowMatcher, id: string): Promise<void> {
  const { client, signal, birthDates } = matcher
  try {
    const { nodes, rootId } = await client.entities.network(id, { signal })
    const root = nodes.find(node => node.id === rootId)
    birthDates.set(id, toCertainDate(root?.birthDate ?? null))
  } catch (error) {
    if (signal.aborted || isRefusal(error) || !EntityScreeningError.is(error)) throw error
    birthDates.set(id, null)
    matcher.unreadNetworks += 1
  }
}

/** Returns a date as YYYY-MM-DD; null if it is missing, partial or ambiguous. */
function toCertainDate(text: string | null): string | null {
  const reading = readDate(text, undefined)
  const value = 'value' in reading ? reading.value : null
  return typeof value === 'string' && isCalendarDate(value) ? value : null
}

/**
 * Leaves out the entities that differ from the row in registration number or birth date. If every entity differs, or the row has
 * no such value, returns all of them.
 */
function chooseCandidates(
  { birthDates }: RowMatcher,
  row: BulkEntityInput,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (row.type === 'organization') {
    const registrationHash = hashRegistration(row.registration)
    const { equal, unknown } = compareCandidates(
      candidates,
      registrationHash,
      ({ registration }) => registration,
    )
    // The list shows registration numbers, so an entity without one was not created from a row that has one.
    return [equal, unknown].find(({ length }) => length > 0) ?? candidates
  }
  const { equal, unknown } = compareCandidates(candidates, row.birthDate, ({ id }) => birthDates.get(id))
  // An entity may have the birth date although its network does not show it.
  const possible = [...equal, ...unknown]
  return possible.length > 0 ? possible : candidates
}

/** Finds the candidates that have the same value as the row, and those without a value, which are all if the row has none. */
function compareCandidates<Value>(
  candidates: readonly Candidate[],
  value: Value,
  readValue: (candidate: Candidate) => Value | null | undefined,
): { readonly equal: readonly Candidate[]; readonly unknown: readonly Candidate[] } {
  if (!value) return { equal: [], unknown: candidates }
  return {
    equal: candidates.filter(candidate => readValue(candidate) === value),
    unknown: candidates.filter(candidate => !readValue(candidate)),
  }
}
