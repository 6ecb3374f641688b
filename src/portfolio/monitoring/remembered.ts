import * as z from 'zod/mini'
import type { Entity } from '../../model/entity.ts'
import { contentOf } from '../../shared/content.ts'
import type { ComparedEntity } from './diff/entities.ts'

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
export const rememberedFacts = z.tuple([
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
export type RememberedFacts = z.output<typeof rememberedFacts>

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
