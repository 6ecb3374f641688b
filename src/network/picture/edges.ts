import type { Relation } from '../../model/network.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { toOneLine } from '../../shared/text/invisible.ts'
import type { HoldingKind } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { endsOf, isOwnershipType, unknownEnd } from '../graph/relation-types.ts'
import { formatShare, type Share } from '../graph/share.ts'
import { compareText } from '../graph/sort-items.ts'
import { hasShare } from '../graph/stated-share.ts'
import type { GraphEdge } from './graph.ts'

/** Lists the edges between drawn parties, the most important first. Each holding, control and relation has one edge. */
export function listEdges(index: NetworkIndex, drawnIds: ReadonlySet<string>): GraphEdge[] {
  const ids = [...drawnIds]
  return [
    ...holdingEdges(index, ids, 'shares'),
    ...ids.flatMap(source => controlEdges(index, source)),
    ...holdingEdges(index, ids, 'votes').filter(edge => hasVotes(index, edge)),
    ...relationEdges(index, ids),
  ]
    .filter(({ source, target }) => drawnIds.has(source) && drawnIds.has(target))
    .sort(
      (a, b) =>
        kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || compareByShare(a, b) || compareByEnds(a, b),
    )
}

const kindOrder: readonly GraphEdge['kind'][] = ['ownership', 'control', 'votes', 'role', 'relation']

function compareByShare({ share: a }: GraphEdge, { share: b }: GraphEdge): number {
  return (b?.max ?? 1) - (a?.max ?? 1) || (b?.min ?? 1) - (a?.min ?? 1)
}

export function compareByEnds(a: GraphEdge, b: GraphEdge): number {
  return compareText(a.source, b.source) || compareText(a.target, b.target)
}

function holdingEdges(index: NetworkIndex, companies: readonly string[], of: HoldingKind): GraphEdge[] {
  return companies.flatMap(target =>
    (index[of].ofCompany.get(target) ?? []).map(({ owner: source, share }): GraphEdge => {
      const shareText = shortShare(share)
      if (of === 'shares') return { source, target, kind: 'ownership', share, label: shareText }
      return { source, target, kind: 'votes', share, label: `${shareText} of votes` }
    }),
  )
}

function shortShare(share: Share): string {
  if (share.min === 0 && share.max === 1) return '?'
  return formatShare(share)
    .replace(/ % to (?=\d)/, '–')
    .replace('more than', '>')
}

/**
 * Whether a relation states the votes that an edge shows. If not, they are unknown votes that the index added: if a company's
 * votes are stated only for some shareholders, the index adds unknown votes for the others.
 */
function hasVotes({ relations }: NetworkIndex, { source: owner, target: company }: GraphEdge): boolean {
  return (relations.get(company) ?? []).some(
    ({ type, source, target }) =>
      type === 'VotingRightsRelationship' && (source === company ? target : source) === owner,
  )
}

function controlEdges({ controls, possibleControls }: NetworkIndex, source: string): GraphEdge[] {
  const controlled = new Set(controls.get(source))
  const others = (possibleControls.get(source) ?? []).filter(target => !controlled.has(target))
  const createEdge = (label: string) => (target: string) =>
    ({ source, target, kind: 'control', share: null, label }) as const
  return [
    ...[...controlled].map(createEdge('controls')),
    ...[...new Set(others)].map(createEdge('may control')),
  ]
}

/**
 * Lists the edges for roles and other relations. All relations of one kind between two parties share an edge. Holdings in
 * unnamed companies are included.
 */
function relationEdges({ relations, directionOf }: NetworkIndex, ids: readonly string[]): GraphEdge[] {
  const edges = new Map<string, Omit<GraphEdge, 'label'> & { readonly labels: Set<string> }>()
  for (const id of ids) {
    for (const relation of relations.get(id) ?? []) {
      const { source, target, type } = relation
      const [, company] = endsOf(relation, directionOf(type))
      const isOwnership = hasShare(relation) || isOwnershipType(type)
      if (source !== id || (isOwnership && company !== unknownEnd)) continue
      const edge = { source, target, kind: type === 'RoleRelationship' ? 'role' : 'relation' } as const
      getOrInsert(edges, JSON.stringify(edge), () => ({
        ...edge,
        share: null,
        labels: new Set<string>(),
      })).labels.add(relationLabel(relation))
    }
  }
  return Array.from(edges.values(), ({ labels, ...edge }) => ({
    ...edge,
    label: [...labels].sort(compareText).join(', '),
  }))
}

function relationLabel({ type, details: { keyPosition, roleType } }: Relation): string {
  const kind = type.replace(/Relationship$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const position = type === 'RoleRelationship' ? [keyPosition, roleType] : []
  const texts = [...position, kind].map(text => toOneLine(text ?? ''))
  return texts.find(text => text !== '') ?? 'Relation'
}
