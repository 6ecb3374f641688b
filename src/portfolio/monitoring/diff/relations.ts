import type { Relation } from '../../../model/network.ts'
import { type Likeness, matchUp } from '../../../shared/pairs.ts'
import type { ChangedParty, RelationChange, RelationSort } from './changes.ts'
import { moved, rankOfNumber } from './values.ts'

/** By the identifier; else by all of its content, for identifiers may change; roles without one also by their title. */
const likeness: Likeness<Relation> = {
  identity: ({ source, target, type }) => JSON.stringify([source, target, type]),
  facts: factsOf,
  rounds: [
    relation => JSON.stringify([uidOf(relation), factsOf(relation)]),
    uidOf,
    factsOf,
    relation => (uidOf(relation) === null ? titleOf(relation) : null),
  ],
}

export function diffRelations(
  before: readonly Relation[],
  after: readonly Relation[],
  partyOf: (id: string) => ChangedParty,
): RelationChange[] {
  const about = (relation: Relation) => {
    return { source: partyOf(relation.source), target: partyOf(relation.target), relation }
  }
  return matchUp(before, after, likeness).flatMap((match): RelationChange[] => {
    if (match.state !== 'kept')
      return [{ kind: `${sortOf(match.item)}_${match.state}`, ...about(match.item) }]
    const { before, after } = match
    const isSame = JSON.stringify(wordsOf(before)) === JSON.stringify(wordsOf(after))
    return [
      ...moved('share', about(after), rankOfNumber, before.details.exactShare, after.details.exactShare),
      ...(isSame ? [] : [{ kind: `${sortOf(after)}_changed` as const, ...about(after), before }]),
    ]
  })
}

const sorts: ReadonlyMap<string, RelationSort> = new Map([
  ['ShareholdingRelationship', 'owner'],
  ['VotingRightsRelationship', 'owner'],
  ['ControlsRelationship', 'owner'],
  ['RoleRelationship', 'role'],
])

function sortOf({ type }: Relation): RelationSort {
  return sorts.get(type) ?? 'relation'
}

function uidOf({ details: { uid } }: Relation): string | null {
  return uid || null
}

function titleOf({ type, label, details: { keyPosition } }: Relation): string {
  return type === 'RoleRelationship' ? JSON.stringify([keyPosition, label]) : ''
}

/** What a relation says in words; neither where it is from nor a risk, whose meaning is not shown. */
export function wordsOf({ label, details }: Relation): (string | null)[] {
  const { keyPosition, roleType, isExecutive, description } = details
  const standing = isExecutive === null ? null : isExecutive ? 'executive' : 'not executive'
  return [keyPosition, label, roleType, standing, description]
}

function factsOf(relation: Relation): string {
  return JSON.stringify([wordsOf(relation), relation.details.exactShare])
}
