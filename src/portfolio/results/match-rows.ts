import type { EntityScreening } from '../../client.ts'
import type { BulkEntityInput } from '../../model/bulk.ts'
import { streamCompleteList } from '../../resources/stream-entities.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { optionTerms } from '../option-terms.ts'
import { readDate } from '../rows/read-date.ts'
import { readNetwork } from '../team/read-network.ts'
import {
  createEntityIndex,
  type EntityIndex,
  findCandidates,
  indexEntity,
  type RowCandidate,
  readRegistration,
} from './entity-index.ts'

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
  for await (const entity of streamCompleteList(client.entities, { signal })) indexEntity(index, entity)
  return { client, index, signal, birthDates: new Map(), unreadNetworks: 0 }
}

/** A row to match. */
export interface MatchedRow {
  /** The row; null if it could not be read. */
  readonly row: BulkEntityInput | null
  /** Whether the row was not sent because a person of its name exists, who may be another person. */
  readonly isPossibleDuplicate: boolean
}

/**
 * Returns, for each row, the identifiers of all entities that it may be; none for a row that could not be read, or for a
 * possible duplicate if every entity of its name has another birth date.
 */
export async function matchRows(matcher: RowMatcher, rows: readonly MatchedRow[]): Promise<string[][]> {
  const matches = rows.map(({ row, isPossibleDuplicate }) => {
    const candidates = row === null ? [] : findCandidates(matcher.index, row)
    return { row, isPossibleDuplicate, candidates }
  })
  const namesakes = matches.flatMap(({ row, isPossibleDuplicate, candidates }) =>
    row !== null && hasDistinctiveDate(row, isPossibleDuplicate, candidates)
      ? candidates.map(({ id }) => id)
      : [],
  )
  await readBirthDates(matcher, namesakes)
  return matches.map(({ row, isPossibleDuplicate, candidates }) => {
    if (row === null) return []
    const possible = findPossible(matcher, row, candidates)
    // An entity that was created from the row is in the list, whatever its network shows.
    return (possible.length === 0 && !isPossibleDuplicate ? candidates : possible).map(({ id }) => id)
  })
}

/**
 * Whether the birth date may show which entities the row can be. A single entity of the name is that of the row, unless the row
 * is a possible duplicate.
 */
function hasDistinctiveDate(
  row: BulkEntityInput,
  isPossibleDuplicate: boolean,
  candidates: readonly RowCandidate[],
): boolean {
  return (
    row.type === 'person' && row.birthDate !== undefined && candidates.length > (isPossibleDuplicate ? 0 : 1)
  )
}

async function readBirthDates(matcher: RowMatcher, ids: readonly string[]): Promise<void> {
  const unread = [...new Set(ids)].filter(id => !matcher.birthDates.has(id))
  for (let start = 0; start < unread.length; start += concurrency)
    await Promise.all(unread.slice(start, start + concurrency).map(id => readBirthDate(matcher, id)))
}

/** Reads the birth date of the entity's own node in its network. */
async function readBirthDate(matcher: RowMatcher, id: string): Promise<void> {
  const { client, signal, birthDates } = matcher
  const { network, failure } = await readNetwork(client, id, signal)
  const root = network?.nodes.find(node => node.id === network.rootId)
  birthDates.set(id, toCertainDate(root?.birthDate ?? null))
  if (failure !== null) matcher.unreadNetworks += 1
}

/** Returns a date as YYYY-MM-DD; null if it is missing, partial or ambiguous. */
function toCertainDate(text: string | null): string | null {
  const reading = readDate(text, undefined, optionTerms)
  const value = 'value' in reading ? reading.value : null
  return typeof value === 'string' && isCalendarDate(value) ? value : null
}

/**
 * Leaves out the entities that differ from the row in registration number or birth date. Companies that all differ are all
 * returned, because services write registration numbers in different ways.
 */
function findPossible(
  { birthDates }: RowMatcher,
  row: BulkEntityInput,
  candidates: readonly RowCandidate[],
): readonly RowCandidate[] {
  if (row.type === 'organization') {
    const registration = readRegistration(row.registration)
    const { equal, unknown } = compareCandidates(
      candidates,
      registration,
      candidate => candidate.registration,
    )
    // The list shows registration numbers, so an entity without one was not created from a row that has one.
    return [equal, unknown].find(({ length }) => length > 0) ?? candidates
  }
  const { equal, unknown } = compareCandidates(candidates, row.birthDate, ({ id }) => birthDates.get(id))
  // An entity may have the birth date although its network does not show it.
  return [...equal, ...unknown]
}

/** Finds the candidates that have the same value as the row, and those without a value, which are all if the row has none. */
function compareCandidates<Value>(
  candidates: readonly RowCandidate[],
  value: Value,
  readValue: (candidate: RowCandidate) => Value | null | undefined,
): { readonly equal: readonly RowCandidate[]; readonly unknown: readonly RowCandidate[] } {
  if (!value) return { equal: [], unknown: candidates }
  return {
    equal: candidates.filter(candidate => readValue(candidate) === value),
    unknown: candidates.filter(candidate => !readValue(candidate)),
  }
}
