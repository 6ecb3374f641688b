import type { Network, NetworkNode, Relation } from '../../../model/network.ts'
import { listHits } from '../../../network/list-hits.ts'
import { toComparableJson } from '../../../shared/content.ts'
import {
  type ChangeDirection,
  type ChangedParty,
  compare,
  createChange,
  createDirectedChange,
  sortByKey,
  type ValueChange,
} from './compare.ts'
import { diffHits, type HitChange } from './hits.ts'

/** A difference between two networks, by `kind`. A root is null if the network has no node with the requested identifier. */
export type NetworkChange =
  | NodeChange
  | HitChange
  | RelationChange
  | ValueChange<'root_changed', ChangedParty | null>

/** A difference between the organizations and persons of two networks. */
export type NodeChange = ChangedParty &
  (
    | { readonly kind: 'node_new' | 'node_gone'; readonly node: NetworkNode }
    | ValueChange<`node_risk_score_${ChangeDirection}`, number | null>
    | ValueChange<'node_name_changed' | 'node_country_changed'>
  )

/**
 * A difference between the relations of two networks. `relation` is the current relation, or its last known state if the
 * relation is gone. A share is a fraction: 0.25 is a quarter.
 */
export type RelationChange = {
  readonly source: ChangedParty
  readonly target: ChangedParty
  readonly relation: Relation
} & (
  | { readonly kind: `${RelationSort}_${'new' | 'gone'}` }
  | { readonly kind: `${RelationSort}_changed`; readonly before: Relation }
  | ValueChange<`share_${ChangeDirection}`, number | null>
)

/** `owner`: `source` has shares, voting rights or control of `target`. `role`: `source` has a role in `target`. `relation`: any other type. */
export type RelationSort = 'owner' | 'role' | 'relation'

/** Compares the roots, the nodes, the hits and the relations, each in the order of `after`; items that are gone come last. */
export function compareNetworks(before: Network, after: Network): NetworkChange[] {
  const names = new Map<string, string>()
  // The nodes are sorted, so that their order has no effect on the result if two nodes with one identifier have different names.
  for (const { nodes } of [before, after])
    for (const { id, name } of sortByKey(nodes.map(partyFrom), ({ name }) => name ?? ''))
      if (name !== null) names.set(id, name)
  const partyOf = (id: string) => ({ id, name: names.get(id) ?? null })
  const rootOf = ({ rootId }: Network) => (rootId === null ? null : partyOf(rootId))
  // The key of a hit contains the identifier of an entity. The same identifier is used for both networks, so that hits match
  // even if the roots differ.
  const entity = after.rootId ?? before.rootId ?? ''
  return [
    ...(before.rootId === after.rootId
      ? []
      : createChange('root_changed', {}, rootOf(before), rootOf(after))),
    ...diffNodes(before.nodes, after.nodes),
    ...diffHits(listHits(before, { entity }), listHits(after, { entity })),
    ...diffRelations(before.relations, after.relations, partyOf),
  ]
}

function partyFrom({ id, name, fullName }: NetworkNode): ChangedParty {
  return { id, name: name ?? fullName ?? null }
}

function diffNodes(before: readonly NetworkNode[], after: readonly NetworkNode[]): NodeChange[] {
  return compare<NetworkNode, NodeChange>(before, after, {
    identity: ({ id }) => id,
    pairingKeys: [node => toComparableJson(node), ({ name }) => name ?? ''],
    createUnpaired: (state, node) => ({ kind: `node_${state}`, ...partyFrom(node), node }),
    comparePair(before, after) {
      const party = partyFrom(after)
      return [
        ...createChange('node_name_changed', party, ...comparableNames(before, after)),
        ...createChange('node_country_changed', party, before.countryCode, after.countryCode),
        ...createDirectedChange(
          'node_risk_score',
          party,
          before.calculatedRiskScore,
          after.calculatedRiskScore,
        ),
      ]
    },
  })
}

/**
 * The names to compare. If one network lacks a full name, full names are not compared, because networks from different data
 * sources may have different name fields.
 */
function comparableNames(before: NetworkNode, after: NetworkNode): [string | null, string | null] {
  const [old, now] = [partyFrom(before).name, partyFrom(after).name]
  if (old !== now || before.fullName === null || after.fullName === null) return [old, now]
  return [before.fullName, after.fullName]
}

function diffRelations(
  before: readonly Relation[],
  after: readonly Relation[],
  partyOf: (id: string) => ChangedParty,
): RelationChange[] {
  const about = (relation: Relation) => {
    return { source: partyOf(relation.source), target: partyOf(relation.target), relation }
  }
  return compare<Relation, RelationChange>(before, after, {
    identity: ({ source, target, type }) => JSON.stringify([source, target, type]),
    // The whole content is compared before the identifier, because the identifiers of relations may change.
    pairingKeys: [
      relation => JSON.stringify([writeRelation(relation), uidOf(relation)]),
      uidOf,
      writeRelation,
    ],
    createUnpaired: (state, relation) => ({
      kind: `${relationWording(relation)[0]}_${state}`,
      ...about(relation),
    }),
    comparePair(before, after) {
      const isSame = joinRelationTexts(before) === joinRelationTexts(after)
      return [
        ...createDirectedChange('share', about(after), before.details.exactShare, after.details.exactShare),
        ...(isSame
          ? []
          : [{ kind: `${relationWording(after)[0]}_changed` as const, ...about(after), before }]),
      ]
    },
  })
}

/** For each relation type, the sort of the relation, and the words before source and target in messages. */
const relationKinds: ReadonlyMap<string, readonly [RelationSort, string, string]> = new Map([
  ['ShareholdingRelationship', ['owner', 'share of', 'in']],
  ['VotingRightsRelationship', ['owner', 'voting rights of', 'in']],
  ['ControlsRelationship', ['owner', 'control of', 'over']],
  ['RoleRelationship', ['role', 'role of', 'in']],
])

export function relationWording({ type }: Relation): readonly [RelationSort, string, string] {
  // Converts `SubsidiaryRelationship` to "subsidiary relationship".
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() || 'relation'
  return relationKinds.get(type) ?? ['relation', `${words} from`, 'to']
}

/**
 * Joins the strings that describe a relation: the position, label, role type and description. The sources are left out, and so
 * is the risk, because the specification does not define it.
 */
export function joinRelationTexts({ label, details }: Relation): string {
  const { keyPosition, roleType, isExecutive, description } = details
  const standing = isExecutive === null ? null : isExecutive ? 'executive' : 'not executive'
  return [...new Set([keyPosition, label, roleType, standing, description])].filter(Boolean).join(', ')
}

function writeRelation(relation: Relation): string {
  return JSON.stringify([joinRelationTexts(relation), relation.details.exactShare])
}

function uidOf({ details: { uid } }: Relation): string {
  return uid ?? ''
}
