import type { Network, NetworkNode } from '../../../model/network.ts'
import { hitsOf } from '../../../network/hits.ts'
import { contentOf } from '../../../shared/content.ts'
import { type Likeness, matchUp, whoeverIsLeft } from '../../../shared/pairs.ts'
import type { ChangedParty, NetworkChange, NodeChange } from './changes.ts'
import { diffHits } from './hits.ts'
import { diffRelations } from './relations.ts'
import { changed, moved, rankOfNumber } from './values.ts'

const likeness: Likeness<NetworkNode> = {
  identity: ({ id }) => id,
  facts: node => contentOf(node),
  rounds: [node => contentOf(node), ({ name }) => name, whoeverIsLeft],
}

/** The root, then the nodes, the hits and the relations, each in the order of `after`; those that are gone come last. */
export function diffNetworks(before: Network, after: Network): NetworkChange[] {
  const partyOf = partiesIn(before, after)
  // Whose root is another one is compared as one entity all the same.
  const entity = after.rootId ?? before.rootId ?? ''
  return [
    ...changed('root_changed', {}, before.rootId, after.rootId).map(change => ({
      ...change,
      before: change.before === null ? null : partiesIn(before)(change.before),
      after: change.after === null ? null : partiesIn(after)(change.after),
    })),
    ...matchUp(before.nodes, after.nodes, likeness).flatMap(match =>
      match.state === 'kept'
        ? nodeChanges(match.before, match.after)
        : [{ kind: `node_${match.state}` as const, ...calledNow(match.item), node: match.item }],
    ),
    ...diffHits(hitsOf(before, { entity }), hitsOf(after, { entity })),
    ...diffRelations(before.relations, after.relations, partyOf),
  ]
}

/** What a node is called: in the last of the networks that has it. Of two names for one identifier the order decides nothing. */
function partiesIn(...networks: readonly Network[]): (id: string) => ChangedParty {
  const names = new Map<string, string>()
  for (const { nodes } of networks) {
    const parties = nodes
      .map(calledNow)
      .sort((one, other) => ((one.name ?? '') < (other.name ?? '') ? 1 : -1))
    for (const { id, name } of parties) if (name !== null) names.set(id, name)
  }
  return id => ({ id, name: names.get(id) ?? null })
}

function calledNow({ id, name, fullName }: NetworkNode): ChangedParty {
  return { id, name: name ?? fullName ?? null }
}

function nodeChanges(before: NetworkNode, after: NetworkNode): NodeChange[] {
  const party = calledNow(after)
  return [
    ...changed('node_name_changed', party, ...namesOf(before, after)),
    ...changed('node_country_changed', party, before.countryCode, after.countryCode),
    ...moved('node_risk_score', party, rankOfNumber, before.calculatedRiskScore, after.calculatedRiskScore),
  ]
}

/** Sources differ in which of the two names they give; that one is there or not is no other name. */
function namesOf(before: NetworkNode, after: NetworkNode): [string | null, string | null] {
  const [old, now] = [calledNow(before).name, calledNow(after).name]
  if (old !== now || before.fullName === null || after.fullName === null) return [old, now]
  return [before.fullName, after.fullName]
}
