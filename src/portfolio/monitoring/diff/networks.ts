import type { Network, NetworkNode } from '../../../model/network.ts'
import type { ChangedParty, NetworkChange, NodePresenceChange } from './changes.ts'
import { contentOf } from './content.ts'
import { movement } from './movement.ts'
import { type Likeness, matchUp, type Single, whoeverIsLeft } from './pairs.ts'
import { diffRelations, type PartyOf } from './relations.ts'

const likeness: Likeness<NetworkNode> = {
  identity: ({ id }) => id,
  facts: contentOf,
  rounds: [contentOf, ({ name }) => name, whoeverIsLeft],
}

/**
 * The changes from one network to another: the root, then the nodes, then the relations, each in the order of `after`; those
 * that are gone come last.
 */
export function diffNetworks(before: Network, after: Network): NetworkChange[] {
  const partyOfId = partiesIn(after, before)
  return [
    ...rootChange(before, after),
    ...matchUp(before.nodes, after.nodes, likeness).flatMap((match): NetworkChange[] => {
      if (match.state === 'kept') return nodeChanges(match.before, match.after)
      return match.state === 'new' ? newNode(match.item) : [presence('node_gone', match.item)]
    }),
    ...diffRelations(before.relations, after.relations, partyOfId),
  ]
}

/** What a node is called: in the first of the networks that has it. Of two names for one identifier the order decides nothing. */
function partiesIn(...networks: readonly Network[]): PartyOf {
  const names = networks.map(({ nodes }) => {
    const byId = new Map<string, string>()
    for (const node of nodes) {
      const [name, other] = [calledNow(node), byId.get(node.id)]
      if (name !== null && (other === undefined || name < other)) byId.set(node.id, name)
    }
    return byId
  })
  return id => ({ id, name: names.find(byId => byId.has(id))?.get(id) ?? null })
}

function calledNow({ name, fullName }: NetworkNode): string | null {
  return name ?? fullName ?? null
}

function partyOf(node: NetworkNode): ChangedParty {
  return { id: node.id, name: calledNow(node) }
}

function rootChange(before: Network, after: Network): NetworkChange[] {
  const partyIn = (network: Network) => (network.rootId === null ? null : partiesIn(network)(network.rootId))
  if (before.rootId === after.rootId) return []
  return [{ kind: 'root_changed', before: partyIn(before), after: partyIn(after) }]
}

function presence(kind: NodePresenceChange['kind'], node: NetworkNode): NodePresenceChange {
  return { kind, ...partyOf(node), node }
}

/** A node that is new comes with news of all that is held against it: nobody who looks for those must miss them. */
function newNode(node: NetworkNode): NetworkChange[] {
  const nothing: Findings = { pep: [], sanctions: [], adverseMedia: [] }
  return [presence('node_new', node), ...findingChanges(partyOf(node), nothing, node, true)]
}

function nodeChanges(before: NetworkNode, after: NetworkNode): NetworkChange[] {
  const party = partyOf(after)
  return [
    ...nameChange(party, before, after),
    ...fieldChange('node_country_changed', party, before.countryCode, after.countryCode),
    ...riskScoreChange(party, before, after),
    ...findingChanges(party, before, after, false),
  ]
}

/** Sources differ in which of the two names they give; that one is there or not is no other name. */
function nameChange(party: ChangedParty, before: NetworkNode, after: NetworkNode): NetworkChange[] {
  const changes = fieldChange('node_renamed', party, calledNow(before), calledNow(after))
  if (changes.length > 0 || before.fullName === null || after.fullName === null) return changes
  return fieldChange('node_renamed', party, before.fullName, after.fullName)
}

function fieldChange(
  kind: 'node_renamed' | 'node_country_changed',
  party: ChangedParty,
  before: string | null,
  after: string | null,
): NetworkChange[] {
  return before === after ? [] : [{ kind, ...party, before, after }]
}

function riskScoreChange(party: ChangedParty, before: NetworkNode, after: NetworkNode): NetworkChange[] {
  const moved = movement(before.calculatedRiskScore, after.calculatedRiskScore)
  if (moved === null) return []
  const { way, ...values } = moved
  return [{ kind: `node_risk_score_${way}`, ...party, ...values }]
}

type Findings = Pick<NetworkNode, 'pep' | 'sanctions' | 'adverseMedia'>

function findingChanges(
  party: ChangedParty,
  before: Findings,
  after: Findings,
  isNodeNew: boolean,
): NetworkChange[] {
  const about = { ...party, isNodeNew }
  return [
    ...entriesOnOneSide(before.sanctions, after.sanctions).map(
      ({ item, state }): NetworkChange => ({ kind: `sanctions_${state}`, ...about, entry: item }),
    ),
    ...entriesOnOneSide(before.pep, after.pep).map(
      ({ item, state }): NetworkChange => ({ kind: `pep_${state}`, ...about, entry: item }),
    ),
    ...entriesOnOneSide(before.adverseMedia, after.adverseMedia).map(
      ({ item, state }): NetworkChange => ({ kind: `adverse_media_${state}`, ...about, entry: item }),
    ),
  ]
}

/** Entries have no identifier: one is another where anything in it is another, but for the order of its lists. */
function entriesOnOneSide<Entry>(before: readonly Entry[], after: readonly Entry[]): Single<Entry>[] {
  if (before.length === 0 && after.length === 0) return []
  const likeness: Likeness<Entry> = { identity: contentOf, facts: contentOf, rounds: [whoeverIsLeft] }
  return matchUp(before, after, likeness).flatMap(match => (match.state === 'kept' ? [] : match))
}
