import type { Relation } from '../../model/network.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { toOneLine } from '../../shared/text/invisible.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { compareText } from '../graph/sort-items.ts'
import {
  endsOf,
  type HoldingKind,
  type InterestKind,
  isHoldingKind,
  unknownEnd,
} from '../relations/relation-types.ts'
import { formatShare, type Share } from '../share.ts'

/** A relation in a drawn network. */
export type GraphEdge = {
  /** Node id of the owner or controller, or the start of the relation. */
  readonly source: string
  /** Node id of the company, or the end of the relation. */
  readonly target: string
  /** Kind of the edge: shares, votes, control by other means, a role, or another relation. */
  readonly kind: 'ownership' | 'votes' | 'control' | 'role' | 'relation'
  /** The share of `target` that `source` holds; null if the edge is about neither shares nor votes. */
  readonly share: Share | null
  /**
   * The short text at the edge: the share, `?` for an unknown share, or the kind of the relation; then the words
   * of `doubt`.
   */
  readonly label: string
  /** The words and fields of unknown meaning that make the edge doubtful, or another reason; null if it is certain. */
  readonly doubt: string | null
}

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
    .map(edge => (edge.doubt === null ? edge : { ...edge, label: `${edge.label} (${edge.doubt})` }))
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
      const doubt = findDoubt(index, index.relations.get(target) ?? [], source, of)
      if (of === 'shares') return { source, target, kind: 'ownership', share, label: shareText, doubt }
      return { source, target, kind: 'votes', share, label: `${shareText} of votes`, doubt }
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

/** Finds the words that make the relations between a party and the other end of one kind doubtful, or another reason. */
function findDoubt(
  { interpretations }: NetworkIndex,
  relations: readonly Relation[],
  party: string,
  kind?: InterestKind,
): string | null {
  const words = relations
    .filter(({ source, target }) => source === party || target === party)
    .flatMap(relation => interpretations.get(relation) ?? [])
    .filter(interpretation => kind === undefined || interpretation.kind === kind)
    .flatMap(interpretation => [
      ...interpretation.words.map(word => `"${toOneLine(word)}"`),
      ...(interpretation.ended === null && interpretation.words.length === 0 ? ['may have ended'] : []),
    ])
  const distinct = [...new Set(words)]
  if (distinct.length === 0) return null
  return distinct.length > maxWords ? [...distinct.slice(0, maxWords), '…'].join(', ') : distinct.join(', ')
}

/** The maximum number of words of unknown meaning that the label of a line shows. */
const maxWords = 3

function controlEdges(index: NetworkIndex, source: string): GraphEdge[] {
  const { controls, possibleControls, relations } = index
  const controlled = new Set(controls.get(source))
  const others = (possibleControls.get(source) ?? []).filter(target => !controlled.has(target))
  const createEdge = (label: string) => (target: string) => {
    const doubt = findDoubt(index, relations.get(target) ?? [], source, 'control')
    return { source, target, kind: 'control', share: null, label, doubt } as const
  }
  return [
    ...[...controlled].map(createEdge('controls')),
    ...[...new Set(others)].map(createEdge('may control')),
  ]
}

/**
 * Lists the edges for roles and other relations. All relations of one kind between two parties share an edge. Holdings in
 * unnamed companies are included.
 */
function relationEdges(index: NetworkIndex, ids: readonly string[]): GraphEdge[] {
  const { relations, directionOf, interpretations } = index
  const edges = new Map<string, Omit<GraphEdge, 'label' | 'doubt'> & { readonly relations: Relation[] }>()
  for (const id of ids) {
    for (const relation of relations.get(id) ?? []) {
      const { source, target, type } = relation
      const [, company] = endsOf(relation, directionOf(type))
      const isOwnership = interpretations
        .get(relation)
        ?.some(({ kind, stated }) => isHoldingKind(kind) || kind === 'control' || stated.kind !== 'missing')
      if (source !== id || (isOwnership && company !== unknownEnd)) continue
      const edge = { source, target, kind: type === 'RoleRelationship' ? 'role' : 'relation' } as const
      getOrInsert(edges, JSON.stringify(edge), () => ({
        ...edge,
        share: null,
        relations: [],
      })).relations.push(relation)
    }
  }
  return Array.from(edges.values(), ({ relations: drawn, ...edge }) => ({
    ...edge,
    label: [...new Set(drawn.map(relationLabel))].sort(compareText).join(', '),
    doubt: findDoubt(index, drawn, edge.source),
  }))
}

function relationLabel({ type, details: { keyPosition, roleType } }: Relation): string {
  const kind = type.replace(/Relationship$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const position = type === 'RoleRelationship' ? [keyPosition, roleType] : []
  const texts = [...position, kind].map(text => toOneLine(text ?? ''))
  return texts.find(text => text !== '') ?? 'Relation'
}
