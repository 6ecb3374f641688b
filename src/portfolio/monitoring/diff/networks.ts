import type { Network, NetworkNode } from '../../../model/network.ts'
import { contentOf } from '../../../shared/content.ts'
import { type Likeness, matchUp, whoeverIsLeft } from '../../../shared/pairs.ts'
import type { ChangedParty, NetworkChange } from './changes.ts'
import { diffHitsOf } from './hits.ts'
import { changed, moved } from './movement.ts'
import { diffRelations, type PartyOf } from './relations.ts'

const likeness: Likeness<NetworkNode> = {
  identity: ({ id }) => id,
  facts: contentOf,
  rounds: [node => contentOf(node), ({ name }) => name, whoeverIsLeft],
}

/** The root, then the nodes, the hits and the relations, each in the order of `after`; those that are gone come last. */
export function diffNetworks(before: Network, after: Network): NetworkChange[] {
  return [
    ...rootChange(before, after),
    ...matchUp(before.nodes, after.nodes, likeness).flatMap(match =>
      match.state === 'kept'
        ? nodeChanges(match.before, match.after)
        : [{ kind: `node_${match.state}` as const, ...partyOf(match.item), node: match.item }],
    ),
    ...diffHitsOf(before, after),
    ...diffRelations(before.relations, after.relations, partiesIn(after, before)),
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

function nodeChanges(before: NetworkNode, after: NetworkNode): NetworkChange[] {
  const party = partyOf(after)
  return [
    ...nameChange(party, before, after),
    ...changed('node_country_changed', party, before.countryCode, after.countryCode),
    ...moved(
      way => `node_risk_score_${way}` as const,
      party,
      before.calculatedRiskScore,
      after.calculatedRiskScore,
    ),
  ]
}

/** Sources differ in which of the two names they give; that one is there or not is no other name. */
function nameChange(party: ChangedParty, before: NetworkNode, after: NetworkNode): NetworkChange[] {
  const changes = changed('node_renamed', party, calledNow(before), calledNow(after))
  if (changes.length > 0 || before.fullName === null || after.fullName === null) return changes
  return changed('node_renamed', party, before.fullName, after.fullName)
}
