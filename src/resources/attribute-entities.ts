import type { Entity } from '../model/entity.ts'
import { getOrInsertList } from '../shared/get-or-insert.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import type { InputOutcomes } from './decide-outcomes.ts'
import type { Creation, GroupedInput, InputGroup } from './group-inputs.ts'

/** An input of the caller, or the input of another creation whose outcome is also unknown. */
export interface CreationInDoubt {
  readonly input: Creation
  readonly isOther: boolean
}

/** An input of the caller with its outcome and its entities: exactly one entity if the outcome is `done`. */
export interface Attribution {
  readonly input: Creation
  readonly outcome: Outcome
  readonly entities: readonly Entity[]
}

/**
 * Assigns a separate entity to each input of the caller. An input that is `done` in its group becomes `unknown` if another
 * creation may have created its entity, because no entity must be assigned to two creations.
 */
export function attributeEntities(
  groupedInputs: readonly GroupedInput<CreationInDoubt>[],
  outcomes: InputOutcomes,
  areOthersKnown: boolean,
): Attribution[] {
  const claims = countClaims(outcomes)
  const members = new Map<InputGroup, CreationInDoubt[]>()
  for (const { item, group } of groupedInputs) getOrInsertList(members, group).push(item)
  // The entities of each group in which every input certainly has one.
  const ownEntities = new Map<InputGroup, Entity[]>()
  for (const [group, items] of members) {
    const { outcome, entities = [] } = outcomes.get(group) ?? {}
    const isOneToOne = items.length === entities.length && entities.every(({ id }) => claims.get(id) === 1)
    const isCertain = outcome === 'done' && areOthersKnown && isOneToOne && areInterchangeable(items)
    if (isCertain) ownEntities.set(group, [...entities])
  }
  return groupedInputs.flatMap(({ item: { input, isOther }, group }) => {
    if (isOther) return []
    const { outcome = 'unknown', entities = [] } = outcomes.get(group) ?? {}
    const own = ownEntities.get(group)?.shift()
    if (own !== undefined) return { input, outcome: 'done', entities: [own] }
    return { input, outcome: outcome === 'done' ? 'unknown' : outcome, entities }
  })
}

/** Counts the groups that each entity was attributed to, by the entity's identifier. */
function countClaims(outcomes: InputOutcomes): ReadonlyMap<string, number> {
  const claims = new Map<string, number>()
  for (const { outcome, entities } of outcomes.values())
    if (outcome === 'done') for (const { id } of entities) claims.set(id, (claims.get(id) ?? 0) + 1)
  return claims
}

/**
 * Whether it does not matter which entity belongs to which item: a single item, or equal inputs of the caller. The list cannot
 * distinguish inputs that differ only in birth date, for example.
 */
function areInterchangeable(items: readonly CreationInDoubt[]): boolean {
  const texts = new Set(items.map(({ input }) => JSON.stringify(Object.entries(input).sort())))
  return items.length === 1 || (texts.size === 1 && !items.some(({ isOther }) => isOther))
}
