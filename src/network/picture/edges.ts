import type { Relation } from '../../model/network.ts'
import type { Holds } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { entryOf } from '../graph/lists.ts'
import { isOwnershipType } from '../graph/relation-types.ts'
import { isMajority, parts, percent } from '../graph/share.ts'
import { hasShare } from '../graph/share-text.ts'
import type { Holding } from '../graph/stakes.ts'
import { endsOf, unknownEnd } from '../graph/unknown-ends.ts'
import { oneLine } from '../one-line.ts'
import type { Shortcut } from './fold.ts'
import type { GraphEdge } from './graph.ts'
import { compare } from './ways.ts'

/** What is drawn between parties, what weighs most first: each holding, control and relation once, and what stands for folded ways. */
export function edgesBetween(
  index: NetworkIndex,
  drawn: ReadonlySet<string>,
  shortcuts: readonly Shortcut[],
): GraphEdge[] {
  const ids = [...drawn]
  const edges = [
    ...stakeEdges(index, ids, 'shares'),
    ...ids.flatMap(source => controlEdges(index, source)),
    ...stakeEdges(index, ids, 'votes').filter(edge => hasVotes(index, edge)),
    ...shortcuts.map(shortcutEdge),
    ...relationEdges(index, ids),
  ]
  return edges
    .filter(({ source, target }) => drawn.has(source) && drawn.has(target))
    .sort(
      (one, other) =>
        orders.indexOf(one.kind) - orders.indexOf(other.kind) || byShare(one, other) || byEnds(one, other),
    )
}

const orders: readonly GraphEdge['kind'][] = ['ownership', 'control', 'votes', 'role', 'relation']

function byShare({ share: one }: GraphEdge, { share: other }: GraphEdge): number {
  return (other?.max ?? 1) - (one?.max ?? 1) || (other?.min ?? 1) - (one?.min ?? 1)
}

export function byEnds(one: GraphEdge, other: GraphEdge): number {
  return compare(one.source, other.source) || compare(one.target, other.target)
}

function stakeEdges(index: NetworkIndex, companies: readonly string[], of: Holds): GraphEdge[] {
  const unknown = new Set(
    index.issues.flatMap(issue => {
      const isUnknown =
        issue.kind === 'unknown_share' || (issue.kind === 'unclear_share' && issue.reading === 'unreadable')
      return isUnknown && issue.of === of ? [JSON.stringify(issue.ids)] : []
    }),
  )
  return companies.flatMap(company =>
    (index[of].ofCompany.get(company) ?? []).map((holding): GraphEdge => {
      const { owner, share } = holding
      const part = unknown.has(JSON.stringify([owner, company])) ? unknownPart(holding) : knownPart(holding)
      return {
        source: owner,
        target: company,
        kind: of === 'shares' ? 'ownership' : 'votes',
        share,
        isIndirect: false,
        label: of === 'shares' ? part : `${part} of votes`,
      }
    }),
  )
}

function knownPart({ share }: Holding): string {
  return percent(share).replace(/ % to (?=\d)/, '–')
}

/** Of a subsidiary more than half is held, unless others claim so much that it may be less. */
function unknownPart(holding: Holding): string {
  const { min } = holding.share
  if (isMajority(parts(min))) return '> 50 %'
  return min > 0 ? knownPart(holding) : '?'
}

/** Where some votes in a company are given, an index has those of its other shareholders too, which no relation says. */
function hasVotes({ relations }: NetworkIndex, { source: owner, target: company }: GraphEdge): boolean {
  return (relations.get(company) ?? []).some(
    ({ type, source, target }) =>
      type === 'VotingRightsRelationship' && (source === company ? target : source) === owner,
  )
}

function controlEdges({ controls }: NetworkIndex, source: string): GraphEdge[] {
  return Array.from(new Set(controls.get(source)), target => ({
    source,
    target,
    kind: 'control',
    share: null,
    isIndirect: false,
    label: 'controls',
  }))
}

/** What several relations of the same ends say stands on one line: holdings in unknown companies, too, which an index leaves out. */
function relationEdges({ relations, directionOf }: NetworkIndex, ids: readonly string[]): GraphEdge[] {
  const edges = new Map<string, { readonly edge: Omit<GraphEdge, 'label'>; readonly labels: Set<string> }>()
  for (const id of ids) {
    for (const relation of relations.get(id) ?? []) {
      const { source, target, type } = relation
      const [, company] = endsOf(relation, directionOf(type))
      const isHolding = hasShare(relation) || isOwnershipType(type)
      if (source !== id || (isHolding && company !== unknownEnd)) continue
      const kind = type === 'RoleRelationship' ? 'role' : 'relation'
      const edge = { source, target, kind, share: null, isIndirect: false } as const
      const known = entryOf(edges, JSON.stringify([source, target, kind]), () => ({
        edge,
        labels: new Set<string>(),
      }))
      known.labels.add(labelOf(relation))
    }
  }
  return Array.from(edges.values(), ({ edge, labels }) => ({
    ...edge,
    label: [...labels].sort(compare).join(', '),
  }))
}

function labelOf({ type, details: { keyPosition, roleType } }: Relation): string {
  const kind = type.replace(/Relationship$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const position = type === 'RoleRelationship' ? [keyPosition, roleType] : []
  const texts = [...position, kind].map(text => oneLine(text ?? ''))
  return texts.find(text => text !== '') ?? 'Relation'
}

function shortcutEdge({ source, target, isAbove, between }: Shortcut): GraphEdge {
  const kind = isAbove ? 'ownership' : 'relation'
  return { source, target, kind, share: null, isIndirect: true, label: `via ${between}` }
}
