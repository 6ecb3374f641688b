import type { JsonRecord } from '../../src/shared/json.ts'
import type { NetworkBody, NodeBody, RelationBody } from '../dialects/network-body.ts'
import { hash, shortHash } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import { collectNeighbourhood } from './graph.ts'
import { identifyParty, toParty } from './identify-party.ts'
import { hasStatedResults } from './lifecycle.ts'
import type { PartyLink } from './link.ts'
import { registry, toNodeBody, toUnscreenedNodeBody } from './node.ts'
import { computeNetworkScore } from './risk.ts'
import { isQuirky } from './scenarios/index.ts'
import type { ScreeningSettings } from './screening-settings.ts'

/**
 * Computes the network of an entity. Before the first results, and for an entity that was loaded with results but without a
 * network, the network has only the entity's own node.
 */
export function buildNetwork(settings: ScreeningSettings, entity: StoredEntity, scan: number): NetworkBody {
  const { seed } = settings
  if (scan === 0 || hasStatedResults(entity, scan)) {
    return { nodes: { [entity.id]: toUnscreenedNodeBody(toParty(entity), entity.id) }, relations: [] }
  }
  const { root, evidence, isInUniverse, ...identity } = identifyParty(settings, entity, scan)
  const graph = identity.graph()
  const { parties, links } = collectNeighbourhood(graph, root.key)
  // The root has the entity's id. The id of any other party of the universe depends on the seed and the party's key.
  const nodeIdOf = (key: string) => {
    if (key === root.key) return entity.id
    return isInUniverse ? shortHash(seed, 'node', key) : key
  }
  const nodes = parties.map((party): [string, NodeBody] => {
    const id = nodeIdOf(party.key)
    const riskScore = computeNetworkScore(graph, party, seed)
    const isRoot = party.key === root.key
    const node = toNodeBody(party, { id, riskScore, evidence: isRoot ? evidence : null })
    return [id, isRoot ? { ...node, name: entity.name } : node]
  })
  return { nodes: Object.fromEntries(nodes), relations: links.map(link => toRelationBody(link, nodeIdOf)) }
}

/**
 * Returns the network that the entity was loaded with; undefined if it was loaded without one, or if no screening has results
 * yet.
 */
export function findLoadedNetwork({ network }: StoredEntity, scan: number): JsonRecord | undefined {
  return scan > 0 ? network : undefined
}

/** Whether the network has the deliberate quirks of a scenario. A loaded network never has them. */
export function hasQuirkyNetwork(settings: ScreeningSettings, entity: StoredEntity, scan: number): boolean {
  const isComputed = scan > 0 && entity.network === undefined && !hasStatedResults(entity, scan)
  return isComputed && isQuirky(settings, entity.name)
}

function toRelationBody(link: PartyLink, nodeIdOf: (key: string) => string): RelationBody {
  const uid = hash('relation', link.type, link.source, link.target, link.position ?? '')
  const isRole = link.type === 'RoleRelationship'
  return {
    source: nodeIdOf(link.source),
    target: nodeIdOf(link.target),
    type: link.type,
    details: {
      uid,
      sources: [`${registry}/relations/${uid}`],
      ...(link.share === undefined ? {} : { exact_share: link.share }),
      ...(link.description ? { description: link.description } : {}),
      ...(isRole && link.former ? { description: 'Former' } : {}),
      ...(isRole ? { is_executive: link.roleType === 'executive' } : {}),
      ...(link.position ? { key_position: link.position } : {}),
      ...(link.roleType ? { role_type: link.roleType } : {}),
    },
  }
}
