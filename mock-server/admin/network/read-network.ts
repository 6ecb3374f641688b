import type { indexNetwork } from '../../../src/network/index.ts'
import type { NetworkBody, NodeBody, RelationBody } from '../../dialects/bodies.ts'

type Network = Exclude<Parameters<typeof indexNetwork>[0], { parties: unknown }>
type NetworkNode = Network['nodes'][number]
type Relation = Network['relations'][number]
type PepEntry = NetworkNode['pep'][number]

/** A network that is spelled as specified, in the vocabulary of `./network`. */
export function readNetwork({ nodes, relations }: NetworkBody, rootId: string): Network {
  return {
    rootId,
    nodes: Object.values(nodes).map(readNode),
    relations: relations.map(readRelation),
    extra: {},
  }
}

function readNode(node: NodeBody): NetworkNode {
  return {
    id: node.id,
    name: node.name ?? null,
    fullName: node.full_name ?? null,
    type: node.type ?? null,
    countryCode: node.country_code ?? null,
    pep: readEntries(node.pep),
    sanctions: readEntries(node.sanctions),
    adverseMedia: readEntries(node.adverse_media),
    calculatedRiskScore: node.calculatedRiskScore ?? null,
    sources: texts(node.sources),
    registrationNumber: node.registration_number ?? null,
    industry: texts(node.industry),
    alternativeNames: texts(node.alternative_names),
    branchOffices: node.branch_offices ?? [],
    risks: node.risks ?? [],
    size: node.size ?? null,
    industryClassificationCodes: node.industry_classification_codes ?? [],
    nodeType: node.node_type ?? null,
    birthDate: node.birth_date ?? null,
    extra: {},
  }
}

/** A text in place of a list is kept as an entry that could not be read: it may be a hit. */
function readEntries(entries: NodeBody['pep']): PepEntry[] {
  if (typeof entries === 'string')
    return [{ name: null, position: null, sources: [], extra: { unreadable: entries } }]
  return (entries ?? []).map(({ name = null, position = null, sources = [], ...extra }) => ({
    name,
    position,
    sources,
    extra,
  }))
}

function readRelation({ source, target, type, label, risk, details = {} }: RelationBody): Relation {
  return {
    source,
    target,
    type,
    rawType: type,
    label: label ?? null,
    risk: risk ?? null,
    details: {
      uid: details.uid ?? null,
      isExecutive: details.is_executive ?? null,
      description: details.description ?? null,
      keyPosition: details.key_position ?? null,
      roleType: details.role_type ?? null,
      sources: details.sources ?? [],
      exactShare: details.exact_share ?? null,
      extra: {},
    },
    extra: {},
  }
}

function texts(list: readonly unknown[] | undefined): string[] {
  return (list ?? []).map(String)
}
