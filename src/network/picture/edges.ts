import type { Relation } from '../../model/network.ts'
import { entryOf } from '../../shared/lists.ts'
import { oneLine } from '../../shared/text/invisible.ts'
import type { Holds } from '../graph/data-issues.ts'
import { byText, type NetworkIndex } from '../graph/index-network.ts'
import { endsOf, isOwnershipType, unknownEnd } from '../graph/relation-types.ts'
import { percent, type Share } from '../graph/share.ts'
import { hasShare } from '../graph/share-text.ts'
import type { GraphEdge } from './graph.ts'

/** What is drawn between parties, what weighs most first: each holding, control and relation once. */
export function edgesBetween(index: NetworkIndex, drawn: ReadonlySet<string>): GraphEdge[] {
  const ids = [...drawn]
  return [
    ...stakeEdges(index, ids, 'shares'),
    ...ids.flatMap(source => controlEdges(index, source)),
    ...stakeEdges(index, ids, 'votes').filter(edge => hasVotes(index, edge)),
    ...relationEdges(index, ids),
  ]
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
  return byText(one.source, other.source) || byText(one.target, other.target)
}

function stakeEdges(index: NetworkIndex, companies: readonly string[], of: Holds): GraphEdge[] {
  return companies.flatMap(target =>
    (index[of].ofCompany.get(target) ?? []).map(({ owner: source, share }): GraphEdge => {
      const part = partOf(share)
      if (of === 'shares') return { source, target, kind: 'ownership', share, label: part }
      return { source, target, kind: 'votes', share, label: `${part} of votes` }
    }),
  )
}

function partOf(share: Share): string {
  if (share.min === 0 && share.max === 1) return '?'
  return percent(share)
    .replace(/ % to (?=\d)/, '–')
    .replace('more than', '>')
}

/** Where some votes in a company are given, an index has those of its other shareholders too, which no relation says. */
function hasVotes({ relations }: NetworkIndex, { source: owner, target: company }: GraphEdge): boolean {
  return (relations.get(company) ?? []).some(
    ({ type, source, target }) =>
      type === 'VotingRightsRelationship' && (source === company ? target : source) === owner,
  )
}

function controlEdges({ controls, mayControl }: NetworkIndex, source: string): GraphEdge[] {
  const controlled = new Set(controls.get(source))
  const others = (mayControl.get(source) ?? []).filter(target => !controlled.has(target))
  const edgeTo = (label: string) => (target: string) =>
    ({ source, target, kind: 'control', share: null, label }) as const
  return [...[...controlled].map(edgeTo('controls')), ...[...new Set(others)].map(edgeTo('may control'))]
}

/** What several relations of the same ends say stands on one line: holdings in unknown companies, too, which an index leaves out. */
function relationEdges({ relations, directionOf }: NetworkIndex, ids: readonly string[]): GraphEdge[] {
  const edges = new Map<string, Omit<GraphEdge, 'label'> & { readonly labels: Set<string> }>()
  for (const id of ids) {
    for (const relation of relations.get(id) ?? []) {
      const { source, target, type } = relation
      const [, company] = endsOf(relation, directionOf(type))
      const isHolding = hasShare(relation) || isOwnershipType(type)
      if (source !== id || (isHolding && company !== unknownEnd)) continue
      const edge = { source, target, kind: type === 'RoleRelationship' ? 'role' : 'relation' } as const
      entryOf(edges, JSON.stringify(edge), () => ({
        ...edge,
        share: null,
        labels: new Set<string>(),
      })).labels.add(labelOf(relation))
    }
  }
  return Array.from(edges.values(), ({ labels, ...edge }) => ({
    ...edge,
    label: [...labels].sort(byText).join(', '),
  }))
}

function labelOf({ type, details: { keyPosition, roleType } }: Relation): string {
  const kind = type.replace(/Relationship$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const position = type === 'RoleRelationship' ? [keyPosition, roleType] : []
  const texts = [...position, kind].map(text => oneLine(text ?? ''))
  return texts.find(text => text !== '') ?? 'Relation'
}
