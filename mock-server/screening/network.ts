import type { NetworkBody, NodeBody, RelationBody } from '../dialects/bodies.ts'
import type { Server } from '../server.ts'
import { hash, pick } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/teams.ts'
import { neighbourhoodOf, scoreInNetwork } from './graph.ts'
import { householdOf } from './household.ts'
import { hasResults } from './life.ts'
import type { Link } from './links.ts'
import { findParty } from './match.ts'
import type { Party } from './parties.ts'

const registry = 'https://registry.example'

/** The network of an entity, computed when asked for; before the first results it is the entity alone. */
export function networkOf(server: Server, entity: StoredEntity): NetworkBody {
  const root = asParty(entity)
  if (!hasResults(server, entity))
    return { nodes: { [entity.id]: nodeOf(root, entity.id, server.seed) }, relations: [] }
  const known = findParty(entity)
  const { parties, links } = known ? neighbourhoodOf(known) : householdOf(root, server.seed)
  const rootKey = known?.key ?? root.key
  // The root goes by the entity's id, all others by one that depends on the seed and on who they are.
  const idOf = (key: string) =>
    key === rootKey ? entity.id : known ? hash(server.seed, 'node', key).slice(0, 24) : key
  return {
    nodes: Object.fromEntries(
      parties.map(party => {
        const id = idOf(party.key)
        const node = nodeOf(party, id, server.seed)
        return [id, party.key === rootKey ? { ...node, name: entity.name } : node]
      }),
    ),
    relations: links.map(link => relationOf(link, idOf)),
  }
}

function asParty({ id, type, name, countryCode, registration, birthDate }: StoredEntity): Party {
  return {
    key: id,
    type,
    name,
    countryCode: countryCode ?? '',
    ...(registration ? { registration } : {}),
    ...(birthDate ? { birthDate } : {}),
  }
}

function nodeOf(party: Party, id: string, seed: number): NodeBody {
  const source = `${registry}/${party.type}/${id}`
  const isOrganization = party.type === 'organization'
  return {
    id,
    name: party.name,
    full_name: party.name,
    type: party.type,
    node_type: isOrganization ? 'Entity' : 'Person',
    ...(party.countryCode ? { country_code: party.countryCode } : {}),
    ...(isOrganization ? organizationFields(party) : {}),
    ...(party.birthDate ? { birth_date: party.birthDate } : {}),
    ...(party.alternativeNames ? { alternative_names: [...party.alternativeNames] } : {}),
    pep: party.pep ? [{ name: party.name, position: party.pep, sources: [`${source}/offices`] }] : [],
    sanctions: party.sanctions
      ? [
          {
            name: party.name,
            program: party.sanctions,
            listed_on: '2022-03-01',
            sources: [`${source}/sanctions`],
          },
        ]
      : [],
    adverse_media: party.adverseMedia
      ? [
          {
            name: party.name,
            headline: party.adverseMedia,
            published_on: '2024-06-15',
            sources: [`${source}/news`],
          },
        ]
      : [],
    calculatedRiskScore: scoreInNetwork(party, seed),
    sources: [source],
    risks: risksOf(party),
  }
}

function organizationFields(party: Party): Partial<NodeBody> {
  return {
    ...(party.registration ? { registration_number: party.registration } : {}),
    ...(party.industry ? { industry: [party.industry] } : {}),
    ...(party.branchOffices ? { branch_offices: [...party.branchOffices] } : {}),
    size: pick(['Small', 'Medium', 'Large'], 'size', party.name),
    industry_classification_codes: [
      `NAICS ${pick(['221118', '333611', '484121', '523999'], 'naics', party.name)}`,
    ],
  }
}

function risksOf({ sanctions, pep, adverseMedia }: Party): string[] {
  const risks = { Sanctions: sanctions, 'Political exposure': pep, 'Adverse media': adverseMedia }
  return Object.entries(risks).flatMap(([risk, found]) => (found ? [risk] : []))
}

function relationOf(link: Link, idOf: (key: string) => string): RelationBody {
  const source = idOf(link.source)
  const target = idOf(link.target)
  const uid = hash('relation', link.type, link.source, link.target)
  const isRole = link.type === 'RoleRelationship'
  return {
    source,
    target,
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
