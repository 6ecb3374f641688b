import type { JsonRecord } from '../../src/shared/json.ts'
import type { CompleteBehaviour } from '../behaviour.ts'
import { fraction, platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/teams.ts'
import type { NetworkBody, NodeBody, RelationBody } from './bodies.ts'

/** As the tables of the specification spell a network, or as its sample payload. */
export function spellNetwork(
  behaviour: CompleteBehaviour,
  network: NetworkBody,
  entity: Pick<StoredEntity, 'id' | 'statedFields'>,
): JsonRecord {
  const { dialect, rootKey } = behaviour
  const asSample = dialect === 'sample' || (dialect === 'mixed' && fraction('dialect', entity.id) < 0.5)
  const named = rootKey === 'id' ? network : renameNode(network, entity.id, platformIdOf(entity))
  return spellNumbers(behaviour, asSample ? spellAsSample(named) : named)
}

function renameNode({ nodes, relations }: NetworkBody, before: string, after: string): NetworkBody {
  const named = (id: string) => (id === before ? after : id)
  return {
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [named(id), { ...node, id: named(id) }]),
    ),
    relations: relations.map(relation => ({
      ...relation,
      source: named(relation.source),
      target: named(relation.target),
    })),
  }
}

/** Scores on the service's scale, and shares in its unit. */
function spellNumbers({ riskScale, shareUnit }: CompleteBehaviour, network: NetworkBody): JsonRecord {
  if (riskScale === 100 && shareUnit === 'fraction') return network
  const scaled = (score: number) => (score * riskScale) / 100
  const spelled = (share: number) => {
    const percent = Math.round(share * 1e6) / 1e4
    return { fraction: share, percent, text: `${percent}%` }[shareUnit]
  }
  return {
    nodes: Object.fromEntries(
      Object.entries(network.nodes).map(([id, { calculatedRiskScore: score, ...node }]) => [
        id,
        score === undefined ? node : { ...node, calculatedRiskScore: scaled(score) },
      ]),
    ),
    relations: network.relations.map(({ details: { exact_share: share, ...details } = {}, ...relation }) => ({
      ...relation,
      ...(relation.risk === undefined ? {} : { risk: scaled(relation.risk) }),
      details: share === undefined ? details : { ...details, exact_share: spelled(share) },
    })),
  }
}

/**
 * A network as the specification's sample payload spells it: risk data as JSON-encoded strings under names that end in _json,
 * `country` for `country_code`, and roles as HasRole with a label and a risk (specification: Network, rule and type).
 */
function spellAsSample({ nodes, relations }: NetworkBody): NetworkBody {
  return {
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, spellSampleNode(node)])),
    relations: relations.map(relation => spellSampleRelation(relation, nodes)),
  }
}

function spellSampleNode({ pep, sanctions, adverse_media, country_code, ...node }: NodeBody): NodeBody {
  return {
    ...node,
    ...(country_code === undefined ? {} : { country: country_code }),
    pep_json: JSON.stringify(pep),
    sanctions_json: JSON.stringify(sanctions),
    adverse_media_json: JSON.stringify(adverse_media),
  }
}

function spellSampleRelation(relation: RelationBody, nodes: NetworkBody['nodes']): RelationBody {
  if (relation.type !== 'RoleRelationship') return relation
  return {
    ...relation,
    type: 'HasRole',
    label: relation.details?.key_position ?? 'Officer',
    risk: nodes[relation.source]?.calculatedRiskScore ?? 0,
  }
}

/** A network in which hardly a field is as specified; a client must lose nothing of it. */
export function spellNetworkOddly({ nodes, relations }: NetworkBody, rootId: string): JsonRecord {
  const spelled = Object.entries(nodes).map(([id, node], at) => {
    if (id === rootId) return [id, spellRoot(node)]
    return [id, at % 2 === 1 ? spellLegacyNode(node) : spellForeignNode(node)]
  })
  return {
    nodes: Object.fromEntries(spelled),
    relations: [...relations.map(spellRelation), ...oddRelations(rootId)],
    generatedBy: 'an undocumented source',
  }
}

function spellRoot(node: NodeBody): JsonRecord {
  const { sanctions: _, adverse_media: __, ...rest } = node
  const entry = {
    name: node.name,
    position: 'Minister of Quirks (fictional)',
    sources: ['https://a.example'],
  }
  return {
    ...rest,
    country_code: 'DE',
    country: 'France',
    // The same entry under both names, and one more.
    pep: [entry],
    pep_json: JSON.stringify([entry, { ...entry, position: 'Former Minister of Quirks (fictional)' }]),
    // Encoded twice.
    sanctions_json: JSON.stringify(
      JSON.stringify([{ name: node.name, program: 'Fictional Test Programme' }]),
    ),
    // Cut off, and still a hit.
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

/** As older data sources spell it, with a birth date that is known in part. */
function spellLegacyNode(node: NodeBody): JsonRecord {
  return { ...spellSampleNode(node), country: 'Korea, South', birth_date: 'circa 1962' }
}

/** In camelCase, with an id that is not its key, an unlisted type, and no real country. */
function spellForeignNode({ adverse_media, full_name, ...node }: NodeBody): JsonRecord {
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

function spellRelation(relation: RelationBody): JsonRecord {
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

/** A type beyond the list, a company that owns itself, and a node that does not exist. */
function oddRelations(rootId: string): JsonRecord[] {
  return [
    { source: rootId, target: rootId, type: 'ShareholdingRelationship', details: { exact_share: 25 } },
    { source: 'no-such-node', target: rootId, type: 'FamilyRelationship', details: { description: '-' } },
    { source: rootId, target: 'no-such-node', type: 'SupplierRelationship', since: '16 Mar' },
  ]
}
