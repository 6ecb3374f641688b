import * as z from 'zod/mini'
import type { Entity } from '../../model/entity.ts'
import type { EventLoopYield } from '../../pacing/sleep.ts'
import { contentOf } from '../../shared/content.ts'
import type { EntityChange } from './diff/changes.ts'
import { type ComparedEntity, diffEntities } from './diff/entities.ts'

/**
 * What is kept of an entity from one check to the next: all that `diff` compares, and the service's own label of its risk.
 *
 * @useDeclaredType
 */
export type RememberedEntity = ComparedEntity & Pick<Entity, 'riskLabel'>

/**
 * What is remembered of all entities: JSON by identifier, of several with one identifier joined by commas. A text costs a
 * third of what an object of these fields does.
 */
export type Known = Map<string, string>

/** What the entities without an identifier begin with in place of one: no identifier has it. */
const nameless = '\u0000'

const text = z.nullable(z.string())
/** The order of the fields in a journal. */
const rememberedFacts = z.tuple([
  z.string(),
  z.string(),
  text,
  text,
  text,
  text,
  z.nullable(z.number()),
  z.string(),
  text,
])
type RememberedFacts = z.output<typeof rememberedFacts>

/** Adds an entity, as the text that an earlier list has made already where it says the same. */
export function remember(entity: Entity, known: Known, earlier: Known): void {
  const { id, name, type, platformId } = entity
  const key = id === '' ? nameless + contentOf([name, type, platformId]) : id
  const now = JSON.stringify(factsOf(entity))
  const [other, before] = [known.get(key), earlier.get(key)]
  if (other !== undefined && id !== '' && isRepeated(entity, other)) return
  if (other !== undefined) known.set(key, joined(other, now))
  else known.set(key, before === now ? before : now)
}

function factsOf(entity: Entity): RememberedFacts {
  const { name, type, countryCode, registration, riskLevel, riskLabel, riskScore, caseStatus, dueDate } =
    entity
  return [name, type, countryCode, registration, riskLevel, riskLabel, riskScore, caseStatus, dueDate]
}

/** A list may repeat an entity: of one identifier, those of one name and type are the same. */
function isRepeated({ name, type }: Entity, known: string): boolean {
  return factsIn(known).some(facts => {
    const [otherName, otherType] = rememberedFacts.parse(facts)
    return otherName === name && otherType === type
  })
}

/** In whatever order they came. */
function joined(some: string, another: string): string {
  const all = [...factsIn(some).map(facts => JSON.stringify(facts)), another]
  return all.sort().join()
}

function factsIn(known: string): unknown[] {
  return JSON.parse(`[${known}]`)
}

/** The identifier that stands behind a key. */
export function idOf(key: string): string {
  return key.startsWith(nameless) ? '' : key
}

/** The entities of one identifier; none where nothing is remembered. */
export function recall(key: string, known: string | undefined): RememberedEntity[] {
  return known === undefined
    ? []
    : factsIn(known).map(facts => entityOf(idOf(key), rememberedFacts.parse(facts)))
}

function entityOf(id: string, facts: RememberedFacts): RememberedEntity {
  const [name, type, countryCode, registration, riskLevel, riskLabel, riskScore, caseStatus, dueDate] = facts
  return { id, name, type, countryCode, registration, riskLevel, riskLabel, riskScore, caseStatus, dueDate }
}

/** What is remembered under an identifier from now on; null for nothing. */
export type Row = [key: string, after: string | null]

/** True for an entity of which nothing was asked before, so that it is no news that it is there. */
export type IsNewlyWatched = (id: string) => boolean

/** How many entities an event tells of: a receiver may take no more than a hundred kilobytes. */
const mostNews = 50
/** What a line of a journal holds at most. */
export const mostRows = 2000

/** What two lists are compared for. */
export interface Comparison {
  readonly known: Known
  readonly now: Known
  /** What is not watched any more is no news, and for others to forget. */
  readonly isWatched: (id: string) => boolean
  readonly isNewlyWatched: IsNewlyWatched
}

/**
 * What is to be done until `known` is as `now`, in steps that are small enough for an event, or for a line of a journal. The
 * caller applies each before it asks for the next.
 */
export async function* stepsBetween(
  comparison: Comparison,
  pause: EventLoopYield,
): AsyncGenerator<Row[], void, undefined> {
  let [rows, news]: [Row[], number] = [[], 0]
  for (const row of rowsBetween(comparison)) {
    if (pause.isDue()) await pause.take()
    if (row === null) continue
    rows.push(row)
    if (!comparison.isNewlyWatched(idOf(row[0]))) news += 1
    if (news < mostNews && rows.length < mostRows) continue
    yield rows
    ;[rows, news] = [[], 0]
  }
  if (rows.length > 0) yield rows
}

/** In the order of `now`, what is gone last; null for what has not moved. */
function* rowsBetween({ known, now, isWatched }: Comparison): Generator<Row | null, void, undefined> {
  for (const [key, after] of now) yield known.get(key) === after ? null : [key, after]
  for (const key of known.keys()) yield now.has(key) || !isWatched(idOf(key)) ? null : [key, null]
}

/** What was remembered under an identifier, and what is from now on; undefined for nothing. */
interface Move {
  readonly key: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export function changesOf({ key, before, after }: Move): EntityChange<RememberedEntity>[] {
  return diffEntities(recall(key, before), recall(key, after), () => key)
}
