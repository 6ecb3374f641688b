import { type RiskLevel, riskLevels } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import type { ChangedParty, EntityChange, EntityFieldChange } from './changes.ts'
import { contentOf } from './content.ts'
import { movement } from './movement.ts'
import { matchUp, whoeverIsLeft } from './pairs.ts'

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

/** What an entity goes by. One that came without an identifier goes by all that could stand for it. */
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
    ...fieldChange('renamed', party, before.name, after.name),
    ...typeChange(party, before, after),
    ...fieldChange('country_changed', party, before.countryCode, after.countryCode),
    ...fieldChange('registration_changed', party, before.registration, after.registration),
    ...riskLevelChange(party, before.riskLevel ?? null, after.riskLevel ?? null),
    ...riskScoreChange(party, before, after),
    ...caseStatusChange(party, before, after),
    ...fieldChange('due_date_changed', party, before.dueDate, after.dueDate),
  ]
}

function fieldChange(
  kind: EntityFieldChange['kind'],
  party: ChangedParty,
  before: string | null = null,
  after: string | null = null,
): EntityChange<never>[] {
  return before === after ? [] : [{ kind, ...party, before, after }]
}

function typeChange(
  party: ChangedParty,
  { type: before }: ComparedEntity,
  { type: after }: ComparedEntity,
): EntityChange<never>[] {
  return before === after ? [] : [{ kind: 'type_changed', ...party, before, after }]
}

function caseStatusChange(
  party: ChangedParty,
  { caseStatus: before }: ComparedEntity,
  { caseStatus: after }: ComparedEntity,
): EntityChange<never>[] {
  return before === after ? [] : [{ kind: 'case_status_changed', ...party, before, after }]
}

function riskLevelChange(
  party: ChangedParty,
  before: RiskLevel | null,
  after: RiskLevel | null,
): EntityChange<never>[] {
  if (before === after) return []
  const way = before === null ? 'first' : after === null ? 'gone' : wayBetween(before, after)
  return [{ kind: `risk_level_${way}`, ...party, before, after }]
}

const ranks: ReadonlyMap<string, number> = new Map(riskLevels.map((level, rank) => [level, rank]))

/** The specification does not show the whole set of levels, so that another one has no known place in their order. */
function wayBetween(before: RiskLevel, after: RiskLevel): 'up' | 'down' | 'changed' {
  const [one, other] = [ranks.get(before), ranks.get(after)]
  if (one === undefined || other === undefined) return 'changed'
  return other > one ? 'up' : 'down'
}

function riskScoreChange(
  party: ChangedParty,
  before: ComparedEntity,
  after: ComparedEntity,
): EntityChange<never>[] {
  const moved = movement(before.riskScore, after.riskScore)
  if (moved === null) return []
  const { way, ...values } = moved
  return [{ kind: `risk_score_${way}`, ...party, ...values }]
}
