import type { EntityType, Open } from '../../contract/values.ts'
import type { Network } from '../../model/network.ts'
import { listOf } from '../../shared/lists.ts'
import { oneLine } from '../../shared/text/invisible.ts'
import { describeVerdict } from '../explain.ts'
import { assertKnownOptions, throwInvalidInput } from '../graph/assertions.ts'
import { compareText, type NetworkIndex, partyOf as namedOf, toIndex } from '../graph/index-network.ts'
import { type NetworkReading, pickReading } from '../graph/index-options.ts'
import type { Share } from '../graph/share.ts'
import { findChainsTo } from '../graph/upstream.ts'
import { assessIndex } from '../sanctions/assess-sanctions.ts'
import { type AssessOptions, assessOptionNames } from '../sanctions/options.ts'
import type { Regime } from '../sanctions/regimes.ts'
import { compareByEnds, listEdges } from './edges.ts'

/**
 * What of a network is drawn, and under which rule parties are called blocked. All that `assessSanctions` takes counts here too.
 *
 * @example
 * const options: GraphOptions = { regime: 'uk', maxNodes: 40 }
 */
export interface GraphOptions extends Omit<AssessOptions, 'regime'> {
  /** Whose rule says which parties are blocked, or possibly so: `ofac` where it is left out. */
  regime?: Regime | undefined
  /** How many parties are drawn at the most, from 1 to 500; 150 where it is left out. All others are counted. */
  maxNodes?: number | undefined
}

export const graphOptionNames = [...assessOptionNames, 'maxNodes'] as const

/** A network as it is drawn: each party and each relation once, without what is folded. */
export interface NetworkGraph extends NetworkReading {
  /** The party that the picture is about. */
  readonly rootId: string
  /** Whose rule says who is blocked. */
  readonly regime: Regime
  /** The parties that are drawn, in the order of their ids. */
  readonly nodes: readonly GraphNode[]
  /** What is drawn between them. */
  readonly edges: readonly GraphEdge[]
  /** Parties that are not drawn and do not hang together with the root. */
  readonly apart: Folded
  /** What the picture shows, in sentences: how much of the network, and how the root stands under the rule. */
  readonly summary: readonly string[]
}

/** A party of a picture. */
export interface GraphNode {
  /** Identifier within the network. */
  readonly id: string
  /** Name on one line, without control characters; null where none is given. */
  readonly name: string | null
  /** `organization`, `person`, or another; null where the source does not say, or the node is missing. */
  readonly type: Open<EntityType> | null
  /** 2-letter ISO country code; null where there is none. */
  readonly countryCode: string | null
  /** Whether the picture is about it. */
  readonly isRoot: boolean
  /** Whether relations name it and the network does not have it. */
  readonly isMissing: boolean
  /** How many entries stand against it, unreadable ones included. */
  readonly hits: Readonly<Record<'sanctions' | 'pep' | 'adverseMedia' | 'risks', number>>
  /** How it stands under the rule; null where it is neither blocked nor possibly so. */
  readonly status: 'blocked' | 'possible' | null
  /** Parties behind it that are not drawn. */
  readonly folded: Folded
}

/** Parties that are counted and not drawn. */
export type Folded = {
  /** How many. */
  readonly count: number
  /** How many of them have hits, are blocked, or are possibly so. */
  readonly withHits: number
}

/** A line of a picture. */
export interface GraphEdge {
  /** Node id of the owner, of who controls, or where the relation starts. */
  readonly source: string
  /** Node id of the company, or where the relation ends. */
  readonly target: string
  /** Shares, votes, control by other means, a role, or another relation. */
  readonly kind: 'ownership' | 'votes' | 'control' | 'role' | 'relation'
  /** The part of the company; null where the line is not of shares or votes. */
  readonly share: Share | null
  /** A few words: the share, with `?` for one of which nothing is known, or what the relation is. */
  readonly label: string
}

/**
 * A network as plain data for a library of your own: the nodes and edges of the pictures, with who is blocked and who has hits.
 *
 * @throws InputValidationError (`invalid_input`) where an option is wrong, or neither a node has the id nor the network a root.
 * @example
 * const { nodes, edges } = toGraph(await client.entities.network(id), { maxNodes: 60 })
 * const names = new Map(nodes.map(node => [node.id, node.name ?? node.id]))
 * for (const { source, label, target } of edges) console.log(names.get(source), label, names.get(target))
 */
export function toGraph(network: Network | NetworkIndex, options: GraphOptions = {}): NetworkGraph {
  return buildGraph('toGraph', network, options)
}

/** The graph of a picture; errors name the operation that was called. */
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
  const { blocked, possible } = assessment
  const statuses = new Map<string, GraphNode['status']>([
    ...possible.map(({ id }) => [id, 'possible'] as const),
    ...blocked.map(({ id }) => [id, 'blocked'] as const),
  ])
  const listed = new Set([...blocked, ...possible].flatMap(({ basis, id }) => (basis === 'listed' ? id : [])))
  const hasHits = (id: string) =>
    listed.has(id) || Object.values(parties.get(id)?.hits ?? {}).some(count => count > 0)
  const countParties = (ids: readonly string[]) => ({
    count: ids.length,
    withHits: ids.filter(id => statuses.has(id) || hasHits(id)).length,
  })
  const { drawn, folded, apart } = foldParties(index, assessment.id, maxNodes, hasHits)
  const nodes = [...parties.values()]
    .filter(({ id }) => drawn.has(id))
    .sort((a, b) => compareText(a.id, b.id))
    .map(party => ({
      ...party,
      isRoot: party.id === assessment.id,
      status: statuses.get(party.id) ?? null,
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
      `${countOf(parties.size, 'party', 'parties')} and ${countOf(index.network.relations.length, 'relation', 'relations')}.`,
      ...describeUndrawn(undrawn.count, 'party', 'parties'),
      ...(undrawn.withHits === 0
        ? []
        : [`${countOf(undrawn.withHits, 'of them has hits', 'of them have hits')}.`]),
      ...describeUndrawn(
        allEdges.length - edges.length,
        'line between the others',
        'lines between the others',
      ),
      oneLine(describeVerdict(assessment)),
      assessment.notice,
    ],
    ...pickReading(index),
  }
}

/** More take a layout minutes, and are unreadable. */
const maxDrawableNodes = 500
/** A layout takes a second where there are a few more lines than parties, and many times that where there are twice as many. */
const maxEdges = (maxNodes: number) => 50 + maxNodes

function describeParty(index: NetworkIndex, id: string): Omit<GraphNode, 'isRoot' | 'status' | 'folded'> {
  const { name, type } = namedOf(index, id)
  const nodes = index.parties.get(id)?.nodes ?? []
  // Where an id is given twice, the hits of each of its nodes count, once.
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
  return oneLine(text ?? '') || null
}

function describeUndrawn(count: number, singular: string, pluralForm: string): string[] {
  return count === 0
    ? []
    : [`${countOf(count, singular, pluralForm)} ${count === 1 ? 'is' : 'are'} not drawn.`]
}

function countOf(count: number, singular: string, pluralForm: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : pluralForm}`
}

/** Which parties are drawn, and where the others are counted. */
interface Folding {
  readonly drawn: ReadonlySet<string>
  /** By the id of a drawn party, those that are folded into it. */
  readonly folded: ReadonlyMap<string, readonly string[]>
  /** Who does not hang together with the root and is not drawn. */
  readonly apart: readonly string[]
}

/**
 * Draws all parties of a small network. Of many, draws those who have hits themselves, then the owners, the nearest first, then who
 * stands next to the root, each with the whole way to the root. Every other party is folded into the next drawn one.
 */
function foldParties(
  index: NetworkIndex,
  rootId: string,
  maxNodes: number,
  hasHits: (id: string) => boolean,
): Folding {
  const ids = [...index.parties.keys()].sort(compareText)
  if (ids.length <= maxNodes) return { drawn: new Set(ids), folded: new Map(), apart: [] }
  const { up: upstream, anyway: connectedTo, wayOf: chainOf } = findChainsTo(index, rootId)
  const connected = [...new Set([...upstream.keys(), ...connectedTo.keys()])]
  const ranks = [hasHits, (id: string) => upstream.has(id), (id: string) => connectedTo.get(id) === rootId]
  // Who has hits is drawn also where nothing leads to the root.
  const unconnected = ids.filter(id => chainOf(id) === null && hasHits(id)).slice(0, Math.floor(maxNodes / 2))
  const drawn = new Set([rootId])
  for (const id of ranks.flatMap(isRanked => connected.filter(isRanked))) {
    const missing = (chainOf(id) ?? []).filter(step => !drawn.has(step))
    if (drawn.size + missing.length + unconnected.length <= maxNodes)
      for (const step of missing) drawn.add(step)
  }
  const folded = new Map<string, string[]>()
  const apart: string[] = []
  for (const id of ids) {
    if (drawn.has(id) || unconnected.includes(id)) continue
    const drawnId = chainOf(id)?.find(step => drawn.has(step))
    if (drawnId === undefined) apart.push(id)
    else listOf(folded, drawnId).push(id)
  }
  return { drawn: new Set([...drawn, ...unconnected]), folded, apart }
}
