import type { NetworkBody, NodeBody, RelationBody } from '../dialects/bodies.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import type { Server } from '../server.ts'
import { hash } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/teams.ts'
import { neighbourhoodOf } from './graph.ts'
import { asParty, identify } from './identify.ts'
import type { Link } from './link.ts'
import { nodeOf, registry, unscreenedNodeOf } from './node.ts'
import { scoreInNetwork } from './risk.ts'
import { isQuirky } from './scenarios/index.ts'

/** The network of an entity by a screening, computed on request; before the first results it is the entity alone. */
export function* buildNetwork(server: Server, entity: StoredEntity, scan: number): SlicedWork<NetworkBody> {
  const { seed } = server
  if (scan === 0) {
    return { nodes: { [entity.id]: unscreenedNodeOf(asParty(entity), entity.id) }, relations: [] }
  }
  if (entity.network !== undefined) return entity.network
  const { root, evidence, isKnown, ...identity } = identify(server, entity, scan)
  const graph = identity.graph()
  const { parties, links } = neighbourhoodOf(graph, root.key)
  // The root goes by the entity's id, others of the universe by one that depends on the seed and on who they are.
  const idOf = (key: string) => {
    if (key === root.key) return entity.id
    return isKnown ? hash(seed, 'node', key).slice(0, 24) : key
  }
  yield
  const nodes = new Map<string, NodeBody>()
  for (const party of parties) {
    const id = idOf(party.key)
    const riskScore = scoreInNetwork(graph, party, seed)
    const isRoot = party.key === root.key
    const node = nodeOf(party, { id, riskScore, evidence: isRoot ? evidence : null })
    nodes.set(id, isRoot ? { ...node, name: entity.name } : node)
    yield
  }
  const relations: RelationBody[] = []
  for (const link of links) {
    relations.push(relationOf(link, idOf))
    yield
  }
  return { nodes: Object.fromEntries(nodes), relations }
}

/** Whether a response spells the results with quirks on purpose: never those of a network that was loaded. */
export function hasQuirkyNetwork(server: Server, entity: StoredEntity, scan: number): boolean {
  return scan > 0 && entity.network === undefined && isQuirky(server, entity.name)
}

function relationOf(link: Link, idOf: (key: string) => string): RelationBody {
  const uid = hash('relation', link.type, link.source, link.target, link.position ?? '')
  const isRole = link.type === 'RoleRelationship'
  return {
    source: idOf(link.source),
    target: idOf(link.target),
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
