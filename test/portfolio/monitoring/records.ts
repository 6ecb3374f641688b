import type { Entity, HitEntry, Network, NetworkNode, PepEntry, Relation } from 'entity-screening-sdk'
import { organizationNode, relate } from '../../network/networks.ts'

/** An entity of which a test says only what matters to it. */
export function entity(fields: Partial<Entity> = {}): Entity {
  return {
    id: 'e1',
    name: 'Nordwind GmbH',
    type: 'organization',
    caseStatus: 'IN_PROGRESS',
    registration: null,
    countryCode: 'DE',
    riskLevel: 'low',
    riskLabel: 'Low Risk',
    riskScore: 10,
    platformId: '0'.repeat(32),
    lastUpdate: '2025-01-01',
    dueDate: null,
    createdAt: '2025-01-01T00:00:00.000Z',
    updatedAt: '2025-01-01T00:00:05.000Z',
    isUnclear: false,
    unknownFields: {},
    ...fields,
  }
}

export function node(id: string, fields: Partial<NetworkNode> = {}): NetworkNode {
  return organizationNode(id, {
    name: `Name of ${id}`,
    countryCode: 'DE',
    calculatedRiskScore: 10,
    ...fields,
  })
}

export function entry(unknownFields: Record<string, unknown> = {}, sources: string[] = []): HitEntry {
  return { name: null, sources, isReadable: true, unknownFields }
}

export function pepEntry(position: string): PepEntry {
  return { name: null, sources: [], position, isReadable: true, unknownFields: {} }
}

export function relation(
  source: string,
  target: string,
  type: Relation['type'],
  { label = null, ...details }: Partial<Relation['details']> & { label?: string | null } = {},
): Relation {
  return { ...relate(source, target, type, details), label }
}

export function owns(source: string, target: string, exactShare: number | null, uid: string | null = null) {
  return relation(source, target, 'ShareholdingRelationship', { exactShare, uid })
}

export function leads(source: string, target: string, keyPosition: string, uid: string | null = null) {
  return relation(source, target, 'RoleRelationship', { keyPosition, uid })
}

export function network(
  nodes: NetworkNode[],
  relations: Relation[] = [],
  rootId: string | null = null,
): Network {
  return {
    rootId: rootId ?? nodes[0]?.id ?? null,
    nodes,
    relations,
    isComplete: true,
    overriddenFields: [],
    unknownFields: {},
  }
}
