import type { Entity } from '../model/entity.ts'
import type { Outcome } from '../transport/outcome.ts'
import { type Found, isOtherRegistration, type Sighting, type Wanted } from './sighting.ts'

/** What became of inputs that the list cannot distinguish. */
export interface Verdict {
  readonly outcome: Outcome
  readonly entities: readonly Entity[]
}

/** Of what nothing is known. */
export const inDoubt: Verdict = { outcome: 'unknown', entities: [] }

export type Verdicts = ReadonlyMap<Wanted, Verdict>

/**
 * Judges what one look at the list shows. `not_done` requires that nothing is similar, since the caller then creates it again.
 * `done` requires enough entities for all inputs that look alike, since the caller then never does.
 */
export function judge({ found, isClear, unreadable }: Sighting): Verdicts {
  const all = [...found]
  const likely = findSatisfied(all, (_, { certain }) => certain)
  // What has found nothing that is certainly its own may be behind what looks like another's.
  const done = findSatisfied(all, (one, { certain, similar }) =>
    likely.has(one) ? certain : [...certain, ...similar.filter(entity => !isOtherRegistration(one, entity))],
  )
  const verdictOf = (one: Wanted, { certain, similar }: Found): Verdict => {
    if (likely.has(one) && done.has(one)) return { outcome: 'done', entities: certain }
    if (certain.length + similar.length > 0) return { outcome: 'unknown', entities: [...certain, ...similar] }
    return { outcome: isClear ? 'not_done' : 'unknown', entities: unreadable }
  }
  return new Map(all.map(([one, candidates]) => [one, verdictOf(one, candidates)]))
}

/** Those with as many entities that are certainly theirs as there are inputs that lay claim to them. */
function findSatisfied(
  all: readonly (readonly [Wanted, Found])[],
  claimsOf: (one: Wanted, found: Found) => readonly Entity[],
): ReadonlySet<Wanted> {
  const claims = new Map<Entity, Wanted[]>()
  for (const [one, found] of all) {
    for (const entity of claimsOf(one, found)) {
      const others = claims.get(entity)
      if (others === undefined) claims.set(entity, [one])
      else others.push(one)
    }
  }
  const isSatisfied = ([, { certain }]: readonly [Wanted, Found]) => {
    const rivals = new Set(certain.flatMap(entity => claims.get(entity) ?? []))
    const inputs = [...rivals].reduce((sum, { count }) => sum + count, 0)
    return certain.length > 0 && certain.length >= inputs
  }
  return new Set(all.filter(isSatisfied).map(([one]) => one))
}

/** Whether two looks have seen the same. */
export function isSame(one: Verdicts, other: Verdicts): boolean {
  return [...one].every(([wanted, { outcome, entities }]) => {
    const before = other.get(wanted)
    if (before?.outcome !== outcome || before.entities.length !== entities.length) return false
    const ids = new Set(before.entities.map(({ id }) => id))
    return entities.every(({ id }) => ids.has(id))
  })
}
