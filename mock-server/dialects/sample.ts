import type { NetworkBody, NodeBody, RelationBody } from './bodies.ts'

/**
 * A network as the specification's sample payload spells it: risk data as JSON-encoded strings under names that end in _json,
 * `country` for `country_code`, and roles as HasRole with a label and a risk (specification: Network, rule and type).
 */
export function spellAsSample({ nodes, relations }: NetworkBody): NetworkBody {
  return {
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, spellNode(node)])),
    relations: relations.map(relation => spellRelation(relation, nodes)),
  }
}

function spellNode({ pep, sanctions, adverse_media, country_code, ...node }: NodeBody): NodeBody {
  return {
    ...node,
    ...(country_code === undefined ? {} : { country: country_code }),
    pep_json: JSON.stringify(pep),
    sanctions_json: JSON.stringify(sanctions),
    adverse_media_json: JSON.stringify(adverse_media),
  }
}

function spellRelation(relation: RelationBody, nodes: NetworkBody['nodes']): RelationBody {
  if (relation.type !== 'RoleRelationship') return relation
  return {
    ...relation,
    type: 'HasRole',
    label: relation.details?.key_position ?? 'Officer',
    risk: nodes[relation.source]?.calculatedRiskScore ?? 0,
  }
}
