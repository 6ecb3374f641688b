import type { Relation } from '../../../model/network.ts'
import { contentOf } from '../../../shared/content.ts'
import { type Likeness, matchUp } from '../../../shared/pairs.ts'
import type { ChangedEnds, ChangedParty, NetworkChange } from './changes.ts'
import { moved } from './movement.ts'

/** The node of an identifier, with what it is called. */
export type PartyOf = (id: string) => ChangedParty

/** By the identifier; else by all of its content, for identifiers may change. Roles without one also by their title. */
const likeness: Likeness<Relation> = {
  identity: ({ source, target, type }) => JSON.stringify([source, target, type]),
  facts: factsOf,
  rounds: [
    relation => contentOf([uidOf(relation), factsOf(relation)]),
    uidOf,
    factsOf,
    relation => (uidOf(relation) === null ? titleOf(relation) : null),
    (relation, side) => (side === 'after' || uidOf(relation) === null ? titleOf(relation) : null),
    (relation, side) => (side === 'before' || uidOf(relation) === null ? titleOf(relation) : null),
  ],
}

export function diffRelations(
  before: readonly Relation[],
  after: readonly Relation[],
  partyOf: PartyOf,
): NetworkChange[] {
  const endsOf = ({ source, target }: Relation) => ({ source: partyOf(source), target: partyOf(target) })
  return matchUp(before, after, likeness).flatMap((match): NetworkChange[] => {
    if (match.state !== 'kept') {
      const { state, item } = match
      return [{ kind: `${sortOf(item)}_${state}`, ...endsOf(item), relation: item }]
    }
    const { before, after } = match
    return [...shareChange(before, after, endsOf(after)), ...contentChange(before, after, endsOf(after))]
  })
}

const sorts: ReadonlyMap<string, 'owner' | 'role'> = new Map([
  ['ShareholdingRelationship', 'owner'],
  ['VotingRightsRelationship', 'owner'],
  ['ControlsRelationship', 'owner'],
  ['RoleRelationship', 'role'],
])

function sortOf({ type }: Relation) {
  return sorts.get(type) ?? 'relation'
}

function uidOf({ details: { uid } }: Relation): string | null {
  return uid === '' ? null : uid
}

function titleOf({ type, label, details: { keyPosition } }: Relation): string {
  return type === 'RoleRelationship' ? contentOf([keyPosition, label]) : ''
}

/** What a relation says in words; neither where it is from nor a risk, whose meaning is not shown. */
function wordsOf({ label, details }: Relation): string {
  const { keyPosition, roleType, isExecutive, description } = details
  return contentOf({ label, keyPosition, roleType, isExecutive, description })
}

function factsOf(relation: Relation): string {
  return contentOf([wordsOf(relation), relation.details.exactShare])
}

const shareKinds = {
  up: 'share_up',
  down: 'share_down',
  first: 'share_known',
  gone: 'share_unknown',
} as const

function shareChange(before: Relation, after: Relation, ends: ChangedEnds): NetworkChange[] {
  const about = { ...ends, relation: after }
  return moved(way => shareKinds[way], about, before.details.exactShare, after.details.exactShare)
}

function contentChange(before: Relation, after: Relation, ends: ChangedEnds): NetworkChange[] {
  if (wordsOf(before) === wordsOf(after)) return []
  return [{ kind: sortOf(after) === 'role' ? 'role_changed' : 'relation_changed', ...ends, before, after }]
}
