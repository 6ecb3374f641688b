import type { NetworkBody, NodeBody, RelationBody } from './bodies.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The scenario "quirky": responses with quirks, so that a client proves that it reads them. Each quirk in docs/quirks.md that no
 * other response has is in one of them, except those of a list with pages, of which the mock server has none.
 */
export function spellEntityOddly(entity: Fields): Fields {
  return {
    ...entity,
    caseStatus: 'UNDER_REVIEW',
    countryCode: 'Deutschland',
    riskLevel: 'Severe Risk',
    riskScore: '71',
    assignedAnalyst: 'No one in particular',
  }
}

/** Two tags in one, under a country that is no code. */
export function spellCreatedOddly(entity: Fields): Fields {
  return { ...entity, countryCode: 'deu', tags: ['fresh,priority'], screeningQueue: 3 }
}

/** Numbers where text belongs, a country where its code belongs. */
export function spellProfileOddly(profile: Fields): Fields {
  const number = 'company_name' in profile ? 'company_registration_number' : 'national_id_number'
  return { ...profile, country_code: 'Germany', [number]: 900_117, confidence: 0.5 }
}

/** A line about a row that does not say which. */
export function spellRowErrorOddly(line: string): string {
  return line.replace(/^Row \d+: /, '')
}

/** A network in which hardly a field is as specified; a client must lose nothing of it. */
export function spellNetworkOddly({ nodes, relations }: NetworkBody, rootId: string): Fields {
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

function spellRoot(node: NodeBody): Fields {
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
function spellLegacyNode({ pep, sanctions, adverse_media, country_code: _, ...node }: NodeBody): Fields {
  return {
    ...node,
    country: 'Korea, South',
    pep_json: JSON.stringify(pep),
    sanctions_json: JSON.stringify(sanctions),
    adverse_media_json: JSON.stringify(adverse_media),
    birth_date: 'circa 1962',
  }
}

/** In camelCase, with an id that is not its key, an unlisted type, and no real country. */
function spellForeignNode({ adverse_media, full_name, ...node }: NodeBody): Fields {
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

function spellRelation(relation: RelationBody): Fields {
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
function oddRelations(rootId: string): Fields[] {
  return [
    { source: rootId, target: rootId, type: 'ShareholdingRelationship', details: { exact_share: 25 } },
    { source: 'no-such-node', target: rootId, type: 'FamilyRelationship', details: { description: '-' } },
    { source: rootId, target: 'no-such-node', type: 'SupplierRelationship', since: '16 Mar' },
  ]
}
