import { type RiskLevel, riskLevels } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import { contentOf } from '../../../shared/content.ts'
import { matchUp, whoeverIsLeft } from '../../../shared/pairs.ts'
import type { ChangedParty, EntityChange } from './changes.ts'
import { changed, moved } from './movement.ts'

/** What is compared of an entity: neither times, nor the platform's own identifier, nor what the vocabulary has no name for. */
export type ComparedEntity = Pick<
  Entity,
  | 'id'
  | 'name'
  | 'type'
  | 'countryCode'
  | 'registration'
  | 'riskLevel'
  | 'riskScore'
  | 'caseStatus'
  | 'dueDate'
>

/** What identifies an entity: without an identifier, all of its content. */
export function identityOf({ id, name, type, platformId }: Entity): string {
  return id === '' ? contentOf(['', name, type, platformId]) : `${id} `
}

/** The changes from one list of entities to another, in the order of `after`; those that are gone come last. */
export function diffEntities<Compared extends ComparedEntity>(
  before: readonly Compared[],
  after: readonly Compared[],
  identity: (entity: Compared) => string,
): EntityChange<Compared>[] {
  const likeness = { identity, facts: factsOf, rounds: [factsOf, nameOf, whoeverIsLeft] }
  return matchUp(before, after, likeness).flatMap((match): EntityChange<Compared> | EntityChange<never>[] => {
    if (match.state === 'kept') return changesOf(match.before, match.after)
    return { kind: `entity_${match.state}`, ...partyOf(match.item), entity: match.item }
  })
}

function factsOf(entity: ComparedEntity): string {
  const { name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate } = entity
  return contentOf({ name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate })
}

const nameOf = ({ name }: ComparedEntity) => name

function partyOf({ id, name }: ComparedEntity): ChangedParty {
  return { id, name }
}

function changesOf(before: ComparedEntity, after: ComparedEntity): EntityChange<never>[] {
  const party = partyOf(after)
  return [
    ...changed('renamed', party, before.name ?? null, after.name ?? null),
    ...changed('type_changed', party, before.type, after.type),
    ...changed('country_changed', party, before.countryCode ?? null, after.countryCode ?? null),
    ...changed('registration_changed', party, before.registration ?? null, after.registration ?? null),
    ...riskLevelChange(party, before.riskLevel ?? null, after.riskLevel ?? null),
    ...moved(way => `risk_score_${way}` as const, party, before.riskScore, after.riskScore),
    ...changed('case_status_changed', party, before.caseStatus, after.caseStatus),
    ...changed('due_date_changed', party, before.dueDate ?? null, after.dueDate ?? null),
  ]
}

function riskLevelChange(party: ChangedParty, before: RiskLevel | null, after: RiskLevel | null) {
  const way = before === null ? 'first' : after === null ? 'gone' : wayBetween(before, after)
  return changed(`risk_level_${way}` as const, party, before, after)
}

const ranks: ReadonlyMap<string, number> = new Map(riskLevels.map((level, rank) => [level, rank]))

/** The specification does not show the whole set of levels, so that another one has no known place in their order. */
function wayBetween(before: RiskLevel, after: RiskLevel): 'up' | 'down' | 'changed' {
  const [one, other] = [ranks.get(before), ranks.get(after)]
  if (one === undefined || other === undefined) return 'changed'
  return other > one ? 'up' : 'down'
}
