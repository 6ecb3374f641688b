import { fraction, hash, pick } from '../state/identifiers.ts'
import type { Neighbourhood } from './graph.ts'
import type { Link } from './link.ts'
import type { Party } from './party.ts'

const firstNames = [
  'Alba',
  'Bruno',
  'Celia',
  'Dario',
  'Edda',
  'Falk',
  'Gesa',
  'Hugo',
  'Irma',
  'Jonas',
  'Kaia',
  'Levin',
] as const
const lastNames = [
  'Amberly',
  'Birkholt',
  'Corvane',
  'Dunmarsh',
  'Elverdal',
  'Fenwyck',
  'Grauweiler',
  'Holmquay',
] as const
const positions = [
  'Managing Director',
  'Finance Director',
  'Company Secretary',
  'Member of the Board',
] as const

/**
 * The small, clean network of an entity that the universe does not know: a few officers, an owner or two, perhaps a
 * subsidiary. The same entity always has the same one, and its names are fictional.
 */
export function householdOf(root: Party, seed: number): Neighbourhood {
  const { parties, links } =
    root.type === 'organization' ? organizationHousehold(root, seed) : personHousehold(root, seed)
  // Said on each relation, for a real company may stand at its centre.
  return {
    parties,
    links: links.map(link => ({ ...link, description: 'Simulated: fictional data of the mock server' })),
  }
}

function organizationHousehold(root: Party, seed: number): Neighbourhood {
  const officers = Array.from({ length: 2 + whole(2, seed, root.key, 'officers') }, (_, at) =>
    inventPerson(root, seed, at),
  )
  const [first, second] = officers
  const links: Link[] = officers.map((officer, at) => ({
    source: officer.key,
    target: root.key,
    type: 'RoleRelationship',
    position: positions[at % positions.length] ?? positions[0],
    roleType: at === 0 ? 'executive' : 'board_member',
  }))
  const share = round(0.5 + whole(50, seed, root.key, 'share') / 100)
  if (first) links.push({ source: first.key, target: root.key, type: 'ShareholdingRelationship', share })
  if (second) {
    links.push({
      source: second.key,
      target: root.key,
      type: 'ShareholdingRelationship',
      share: round(1 - share),
    })
  }
  const parties = [root, ...officers]
  if (fraction(seed, root.key, 'subsidiary') < 0.5) {
    const subsidiary: Party = {
      key: hash(seed, root.key, 'subsidiary').slice(0, 24),
      type: 'organization',
      name: `${pick(lastNames, seed, root.key, 'subsidiary')} Services Ltd`,
      countryCode: root.countryCode,
    }
    parties.push(subsidiary)
    links.push({ source: root.key, target: subsidiary.key, type: 'SubsidiaryRelationship' })
  }
  return { parties, links }
}

function personHousehold(root: Party, seed: number): Neighbourhood {
  const company: Party = {
    key: hash(seed, root.key, 'company').slice(0, 24),
    type: 'organization',
    name: `${pick(lastNames, seed, root.key, 'company')} & Partners Ltd`,
    countryCode: root.countryCode,
  }
  return {
    parties: [root, company],
    links: [
      {
        source: root.key,
        target: company.key,
        type: 'RoleRelationship',
        position: pick(positions, seed, root.key, 'position'),
        roleType: 'board_member',
      },
    ],
  }
}

function inventPerson(root: Party, seed: number, at: number): Party {
  const year = 1945 + whole(50, seed, root.key, 'year', at)
  return {
    key: hash(seed, root.key, 'person', at).slice(0, 24),
    type: 'person',
    name: `${pick(firstNames, seed, root.key, 'first', at)} ${lastNames[(whole(lastNames.length, seed, root.key, 'last') + at) % lastNames.length]}`,
    countryCode: root.countryCode,
    birthDate: `${year}-0${1 + whole(9, seed, root.key, 'month', at)}-1${whole(10, seed, root.key, 'day', at)}`,
  }
}

function whole(below: number, ...parts: readonly (string | number)[]): number {
  return Math.floor(fraction(...parts) * below)
}

/** 1 - 0.93 is not 0.07 in binary. */
function round(share: number): number {
  return Math.round(share * 100) / 100
}
