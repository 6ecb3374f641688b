import type { JsonRecord } from '../../src/shared/json.ts'
import type { CompleteBehaviour } from '../behaviour.ts'
import { toServiceScale } from '../screening/risk-scale.ts'
import { fraction, platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import type { NetworkBody, NodeBody, RelationBody } from './network-body.ts'

/** Writes a network in the format of the specification's tables, or of its sample payload. */
export function applyDialect(
  behaviour: CompleteBehaviour,
  network: NetworkBody,
  entity: Pick<StoredEntity, 'id' | 'statedFields'>,
): JsonRecord {
  const { dialect, rootKey } = behaviour
  const usesSample = dialect === 'sample' || (dialect === 'mixed' && fraction('dialect', entity.id) < 0.5)
  const networkByRootKey = rootKey === 'id' ? network : renameRoot(network, entity.id, platformIdOf(entity))
  return applyUnits(behaviour, usesSample ? toSampleNetwork(networkByRootKey) : networkByRootKey)
}

function renameRoot({ nodes, relations }: NetworkBody, oldId: string, newId: string): NetworkBody {
  const rename = (id: string) => (id === oldId ? newId : id)
  return {
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [rename(id), { ...node, id: rename(id) }]),
    ),
    relations: relations.map(relation => ({
      ...relation,
      source: rename(relation.source),
      target: rename(relation.target),
    })),
  }
}

/** Converts scores to the service's scale, and shares to the service's unit. */
function applyUnits(behaviour: CompleteBehaviour, network: NetworkBody): JsonRecord {
  const { riskScale, shareUnit } = behaviour
  if (riskScale === 100 && shareUnit === 'fraction') return network
  const formatShare = (share: number) => {
    const percent = Math.round(share * 1e6) / 1e4
    return { fraction: share, percent, text: `${percent}%` }[shareUnit]
  }
  return {
    nodes: Object.fromEntries(
      Object.entries(network.nodes).map(([id, { calculatedRiskScore: score, ...node }]) => [
        id,
        score === undefined ? node : { ...node, calculatedRiskScore: toServiceScale(behaviour, score) },
      ]),
    ),
    relations: network.relations.map(({ details: { exact_share: share, ...details } = {}, ...relation }) => ({
      ...relation,
      ...(relation.risk === undefined ? {} : { risk: toServiceScale(behaviour, relation.risk) }),
      details: share === undefined ? details : { ...details, exact_share: formatShare(share) },
    })),
  }
}

/**
 * Writes a network in the format of the specification's sample payload: risk data as JSON-encoded strings under names that end
 * in _json, `country` for `country_code`, and roles as HasRole with a label and a risk (specification: Network, rule and type).
 */
function toSampleNetwork({ nodes, relations }: NetworkBody): NetworkBody {
  return {
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, toSampleNode(node)])),
    relations: relations.map(relation => toSampleRelation(relation, nodes)),
  }
}

function toSampleNode({ pep, sanctions, adverse_media, country_code, ...node }: NodeBody): NodeBody {
  return {
    ...node,
    ...(country_code === undefined ? {} : { country: country_code }),
    pep_json: JSON.stringify(pep),
    sanctions_json: JSON.stringify(sanctions),
    adverse_media_json: JSON.stringify(adverse_media),
  }
}

function toSampleRelation(relation: RelationBody, nodes: NetworkBody['nodes']): RelationBody {
  if (relation.type !== 'RoleRelationship') return relation
  return {
    ...relation,
    type: 'HasRole',
    label: relation.details?.key_position ?? 'Officer',
    risk: nodes[relation.source]?.calculatedRiskScore ?? 0,
  }
}

/** Writes nearly every field in an unspecified way that a client must still read. */
export function applyQuirksToNetwork({ nodes, relations }: NetworkBody, rootId: string): JsonRecord {
  const quirkyNodes = Object.entries(nodes).map(([id, node], index) => {
    if (id === rootId) return [id, applyQuirksToRoot(node)]
    return [id, index % 2 === 1 ? toLegacyNode(node) : toForeignNode(node)]
  })
  return {
    nodes: Object.fromEntries(quirkyNodes),
    relations: [...relations.map(applyQuirksToRelation), ...createQuirkyRelations(rootId)],
    generatedBy: 'an undocumented source',
  }
}

function applyQuirksToRoot(node: NodeBody): JsonRecord {
  const { sanctions: _, adverse_media: __, ...otherFields } = node
  const entry = {
    name: node.name,
    position: 'Minister of Quirks (fictional)',
    sources: ['https://a.example'],
  }
  return {
    ...otherFields,
    country_code: 'DE',
    country: 'France',
    // Both fields contain the same entry. The field `pep_json` also contains a second entry.
    pep: [entry],
    pep_json: JSON.stringify([entry, { ...entry, position: 'Former Minister of Quirks (fictional)' }]),
    // This JSON is encoded twice.
    sanctions_json: JSON.stringify(
      JSON.stringify([{ name: node.name, program: 'Fictional Test Programme' }]),
    ),
    // A client must count truncated JSON as a hit.
    adverse_media_json: '[{"name":"Cut off in a fictional report","headline":"',
    calculatedRiskScore: '71',
    registration_number: { court: 'Hamburg', number: 'HRB 900999' },
    industry: 'Machinery',
    alternative_names: '["Quirky & Sons","The Quirky"]',
    branch_offices: { city: 'Kiel' },
    size: '-',
    sources: '',
    beneficial_owner_count: 2,
  }
}

/** Writes a node as an older data source would, with a partial birth date. */
function toLegacyNode(node: NodeBody): JsonRecord {
  return { ...toSampleNode(node), country: 'Korea, South', birth_date: 'circa 1962' }
}

/** Writes a node with field names in camelCase, an id that differs from its key, an unknown type and an unknown country. */
function toForeignNode({ adverse_media, full_name, ...node }: NodeBody): JsonRecord {
  return {
    ...node,
    adverseMedia: adverse_media,
    fullName: full_name,
    id: `${node.id}-from-elsewhere`,
    type: 'trust',
    country_code: 'Atlantis',
    risks: null,
  }
}

function applyQuirksToRelation(relation: RelationBody): JsonRecord {
  const { type, details } = relation
  if (type === 'RoleRelationship') {
    return {
      ...relation,
      type: 'HasRole',
      label: details?.key_position ?? '-',
      details: { ...details, is_executive: 'true' },
    }
  }
  if (details?.exact_share === undefined) return { ...relation }
  return { ...relation, details: { ...details, exact_share: String(details.exact_share) } }
}

/** Creates relations with quirks: an unknown type, a company that owns itself, a node that does not exist. */
function createQuirkyRelations(rootId: string): JsonRecord[] {
  return [
    { source: rootId, target: rootId, type: 'ShareholdingRelationship', details: { exact_share: 25 } },
    { source: 'no-such-node', target: rootId, type: 'FamilyRelationship', details: { description: '-' } },
    { source: rootId, target: 'no-such-node', type: 'SupplierRelationship', since: '16 Mar' },
  ]
}
