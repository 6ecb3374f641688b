import type { EntityType, Open } from '../../contract/values.ts'
import type { Network } from '../../model/network.ts'
import { countOf } from '../../shared/text/count-of.ts'
import { toOneLine } from '../../shared/text/invisible.ts'
import { assertKnownOptions, throwInvalidInput } from '../graph/assertions.ts'
import { toIndex } from '../graph/index-network.ts'
import { type NetworkReading, pickReading } from '../graph/index-options.ts'
import { type NetworkIndex, partyOf as namedOf } from '../graph/network-index.ts'
import { compareText } from '../graph/sort-items.ts'
import { assessIndex, type SanctionsAssessment } from '../sanctions/assess-sanctions.ts'
import { type AssessOptions, assessOptionNames } from '../sanctions/options.ts'
import type { Regime } from '../sanctions/regimes.ts'
import { describeVerdict } from '../to-sentences.ts'
import { compareByEnds, type GraphEdge, listEdges } from './edges.ts'
import { foldParties } from './fold-parties.ts'

/**
 * Which parties to draw, and the rule by which they are marked as blocked. All options of `assessSanctions` apply.
 *
 * @example
 * const options: GraphOptions = { regime: 'uk', maxNodes: 40 }
 */
export interface GraphOptions extends Omit<AssessOptions, 'regime'> {
  /**
   * The rule by which parties are blocked, or possibly blocked.
   *
   * @default 'ofac'
   */
  regime?: Regime | undefined
  /**
   * Maximum number of drawn parties, from 1 to 500. All other parties are only counted.
   *
   * @default 150
   */
  maxNodes?: number | undefined
}

export const graphOptionNames = [...assessOptionNames, 'maxNodes'] as const

/**
 * The parties (nodes) and relations (edges) of a drawn network. Each appears once; parties that are not drawn are counted in
 * `folded` or `apart`.
 */
export interface NetworkGraph extends NetworkReading {
  /** The party that the picture is about. */
  readonly rootId: string
  /** The rule by which parties are marked as blocked. */
  readonly regime: Regime
  /** The drawn parties, sorted by id. */
  readonly nodes: readonly GraphNode[]
  /** The edges between the drawn parties. */
  readonly edges: readonly GraphEdge[]
  /** Parties that are not drawn and not connected with the root. */
  readonly apart: Folded
  /** The picture in sentences: how much of the network it shows, and the status of the root under the rule. */
  readonly summary: readonly string[]
}

/** A party in a drawn network. */
export type GraphNode = {
  /** Identifier within the network. */
  readonly id: string
  /** Name on one line, without control characters; null if the party has none. */
  readonly name: string | null
  /** Type: `organization`, `person`, or another; null if the node is missing or has no type. */
  readonly type: Open<EntityType> | null
  /** The party's 2-letter ISO country code; null if there is none. */
  readonly countryCode: string | null
  /** Whether the picture is about this party. */
  readonly isRoot: boolean
  /** Whether the network has no node for this party: only relations contain its id. */
  readonly isMissing: boolean
  /** Number of hits about the party, including unreadable ones. */
  readonly hits: Readonly<Record<'sanctions' | 'pep' | 'adverseMedia' | 'risks', number>>
  /** The party's status under the rule; null if the party is neither blocked nor possibly blocked. */
  readonly status: 'blocked' | 'possible' | null
  /** The parties that are not drawn, but counted in this party's box. */
  readonly folded: Folded
}

/** Parties that are not drawn, but only counted. */
export type Folded = {
  /** Number of parties. */
  readonly count: number
  /** Number of these parties that have hits, or are blocked or possibly blocked. */
  readonly withHits: number
}

/**
 * Returns a network as plain data for your own drawing library: the nodes and edges that the pictures show, with blocked parties
 * and hits.
 *
 * @throws InputValidationError (`invalid_input`) if an option is invalid, if `id` is not the id of a node, or if there is
 * neither an `id` nor a root.
 * @example
 * const { nodes, edges } = toGraph(await client.entities.network(id), { maxNodes: 60 })
 * const names = new Map(nodes.map(node => [node.id, node.name ?? node.id]))
 * for (const { source, label, target } of edges) console.log(names.get(source), label, names.get(target))
 */
export function toGraph(network: Network | NetworkIndex, options: GraphOptions = {}): NetworkGraph {
  return buildGraph('toGraph', network, options)
}

/** Builds the graph to draw. @param operation the name of the operation that errors show. */
export function buildGraph(
  operation: string,
  network: Network | NetworkIndex,
  options: GraphOptions = {},
): NetworkGraph {
  assertKnownOptions(operation, options, graphOptionNames)
  const { maxNodes = 150, regime = 'ofac', ...assessmentOptions } = options
  if (!Number.isInteger(maxNodes) || maxNodes < 1 || maxNodes > maxDrawableNodes) {
    throwInvalidInput(operation, 'maxNodes', `must be a whole number from 1 to ${maxDrawableNodes}`)
  }
  const index = toIndex(network, operation, assessmentOptions)
  const assessment = assessIndex(operation, index, { ...assessmentOptions, regime })
  const parties = new Map(Array.from(index.parties.keys(), id => [id, describeParty(index, id)]))
  const marks = markParties(assessment)
  const hasHits = (id: string) =>
    marks.listed.has(id) || Object.values(parties.get(id)?.hits ?? {}).some(count => count > 0)
  const countParties = (ids: readonly string[]) => ({
    count: ids.length,
    withHits: ids.filter(id => marks.statuses.has(id) || hasHits(id)).length,
  })
  const { drawn, folded, apart } = foldParties(index, assessment.id, maxNodes, hasHits)
  const nodes = [...parties.values()]
    .filter(({ id }) => drawn.has(id))
    .sort((a, b) => compareText(a.id, b.id))
    .map(party => ({
      ...party,
      isRoot: party.id === assessment.id,
      status: marks.statuses.get(party.id) ?? null,
      folded: countParties(folded.get(party.id) ?? []),
    }))
  const allEdges = listEdges(index, drawn)
  const edges = allEdges.slice(0, maxEdges(maxNodes)).sort(compareByEnds)
  const undrawn = countParties([...parties.keys()].filter(id => !drawn.has(id)))
  return {
    rootId: assessment.id,
    regime,
    nodes,
    edges,
    apart: countParties(apart),
    summary: [
      ...summarizeDrawing(index, undrawn, allEdges.length - edges.length),
      toOneLine(describeVerdict(assessment)),
      assessment.notice,
    ],
    ...pickReading(index),
  }
}

/** Returns the status of each party under the rule, and the listed parties. */
function markParties({ blocked, possible }: SanctionsAssessment) {
  const statuses = new Map<string, GraphNode['status']>([
    ...possible.map(({ id }) => [id, 'possible'] as const),
    ...blocked.map(({ id }) => [id, 'blocked'] as const),
  ])
  const listed = [...blocked, ...possible].filter(({ basis }) => basis === 'listed')
  return { statuses, listed: new Set(listed.map(({ id }) => id)) }
}

function summarizeDrawing(
  { parties, network }: NetworkIndex,
  undrawn: Folded,
  undrawnEdges: number,
): string[] {
  const size = `${countOf(parties.size, 'party', 'parties')} and ${countOf(network.relations.length, 'relation', 'relations')}.`
  const { count, withHits } = undrawn
  return [
    size,
    ...describeUndrawn(count, 'party', 'parties'),
    ...(withHits === 0 ? [] : [`${countOf(withHits, 'of them has hits', 'of them have hits')}.`]),
    ...describeUndrawn(undrawnEdges, 'line between the others', 'lines between the others'),
  ]
}

/** The maximum number of drawn parties. The layout of a larger picture takes minutes, and the picture would be illegible. */
const maxDrawableNodes = 500
/** Returns the maximum number of edges. A layout with twice as many edges as parties would take many seconds. */
const maxEdges = (maxNodes: number) => 50 + maxNodes

function describeParty(index: NetworkIndex, id: string): Omit<GraphNode, 'isRoot' | 'status' | 'folded'> {
  const { name, type } = namedOf(index, id)
  const nodes = index.parties.get(id)?.nodes ?? []
  // Nodes with the same id repeat the same hits, so only the longest list is counted.
  const maxLength = (field: keyof GraphNode['hits']) =>
    Math.max(0, ...nodes.map(node => node[field]?.length ?? 0))
  return {
    id,
    name: oneLineOrNull(name),
    type,
    countryCode: oneLineOrNull(nodes.find(node => node.countryCode !== null)?.countryCode ?? null),
    isMissing: nodes.length === 0,
    hits: {
      sanctions: maxLength('sanctions'),
      pep: maxLength('pep'),
      adverseMedia: maxLength('adverseMedia'),
      risks: maxLength('risks'),
    },
  }
}

function oneLineOrNull(text: string | null): string | null {
  return toOneLine(text ?? '') || null
}

function describeUndrawn(count: number, singular: string, pluralForm: string): string[] {
  return count === 0
    ? []
    : [`${countOf(count, singular, pluralForm)} ${count === 1 ? 'is' : 'are'} not drawn.`]
}
