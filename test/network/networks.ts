import type { Network, NetworkNode, Relation } from 'entity-screening-sdk'

/** Owner, company, share; null for a share that is not given. */
export type Tie = readonly [owner: string, company: string, share: number | null]

const organization: NetworkNode = {
  id: '',
  name: null,
  fullName: null,
  type: 'organization',
  countryCode: null,
  pep: [],
  sanctions: [],
  adverseMedia: [],
  calculatedRiskScore: null,
  sources: [],
  registrationNumber: null,
  industry: [],
  alternativeNames: [],
  branchOffices: [],
  risks: [],
  size: null,
  industryClassificationCodes: [],
  nodeType: null,
  birthDate: null,
  hitStatus: 'no_hit',
  sanctionsStatus: 'no_hit',
  unknownFields: {},
}

export function organizationNode(id: string, more: Partial<NetworkNode> = {}): NetworkNode {
  const node = { ...organization, id, name: id, ...more }
  const entries = [...node.pep, ...node.sanctions, ...node.adverseMedia]
  const hitStatus = entries.some(entry => entry.isReadable)
    ? 'hit'
    : entries.length > 0
      ? 'unclear'
      : 'no_hit'
  const isListed = node.sanctions.some(entry => entry.isReadable)
  const others = hitStatus === 'hit' ? 'no_hit' : hitStatus
  const sanctionsStatus = isListed ? 'hit' : node.sanctions.length > 0 ? 'unclear' : others
  return {
    ...node,
    hitStatus: more.hitStatus ?? hitStatus,
    sanctionsStatus: more.sanctionsStatus ?? more.hitStatus ?? sanctionsStatus,
  }
}

export function personNode(id: string, more: Partial<NetworkNode> = {}): NetworkNode {
  return organizationNode(id, { type: 'person', ...more })
}

export const sanction = { name: 'On a list', sources: [], isReadable: true, unknownFields: {} }

export function sanctionedNode(id: string): NetworkNode {
  return personNode(id, { sanctions: [sanction] })
}

/** P, Q and R are persons; X, Y and Z blocked persons; all others companies. */
export function nodeNamed(id: string): NetworkNode {
  if (/^[XYZ]/.test(id)) return sanctionedNode(id)
  return /^[PQR]/.test(id) ? personNode(id) : organizationNode(id)
}

type Details = Relation['details']

export function relate(
  source: string,
  target: string,
  type: Relation['type'],
  details: Partial<Details> = {},
): Relation {
  return {
    source,
    target,
    type,
    rawType: type,
    label: null,
    risk: null,
    details: {
      uid: null,
      isExecutive: null,
      description: null,
      keyPosition: null,
      roleType: null,
      sources: [],
      exactShare: null,
      unknownFields: {},
      ...details,
    },
    isUnclear: false,
    unknownFields: {},
  }
}

export function holds([owner, company, exactShare]: Tie): Relation {
  return relate(owner, company, 'ShareholdingRelationship', { exactShare })
}

export function votes([owner, company, exactShare]: Tie): Relation {
  return relate(owner, company, 'VotingRightsRelationship', { exactShare })
}

/** A network of the ends of relations, the last company its root. */
export function networkOf(relations: readonly Relation[], more: Partial<Network> = {}): Network {
  const ids = new Set(relations.flatMap(({ source, target }) => [source, target]))
  const rootId = relations.at(-1)?.target ?? null
  return {
    rootId,
    nodes: [...ids].map(nodeNamed),
    relations: [...relations],
    isComplete: true,
    overriddenFields: [],
    unknownFields: {},
    ...more,
  }
}

export function owned(...ties: readonly Tie[]): Network {
  return networkOf(ties.map(holds))
}
