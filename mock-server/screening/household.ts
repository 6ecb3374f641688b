import { at, fraction, hash, pick } from '../state/identifiers.ts'
import type { Neighbourhood } from './graph.ts'
import type { Link } from './link.ts'
import type { Party } from './party.ts'

const firstNames = 'Alba Bruno Celia Dario Edda Falk Gesa Hugo Irma Jonas Kaia Levin'.split(' ')
const lastNames = 'Amberly Birkholt Corvane Dunmarsh Elverdal Fenwyck Grauweiler Holmquay'.split(' ')
const positions = ['Managing Director', 'Finance Director', 'Company Secretary', 'Member of the Board']

/**
 * The small, clean network of an entity that the universe does not know: a few officers, an owner or two, perhaps a
 * subsidiary. The same entity always has the same one, and its names are fictional.
 */
export function householdOf(root: Party, seed: number): Neighbourhood {
  const invent = root.type === 'organization' ? organizationHousehold : personHousehold
  const { parties, links } = invent(root, seed)
  // Said on each relation, for a real company may stand at its centre.
  const description = 'Simulated: fictional data of the mock server'
  return { parties, links: links.map(link => ({ ...link, description })) }
}

function organizationHousehold(root: Party, seed: number): Neighbourhood {
  const officers = Array.from({ length: 2 + whole(2, seed, root.key, 'officers') }, (_, number) =>
    inventPerson(root, seed, number),
  )
  const share = round(0.5 + whole(50, seed, root.key, 'share') / 100)
  const roles = officers.map(
    (officer, number): Link => ({
      source: officer.key,
      target: root.key,
      type: 'RoleRelationship',
      position: at(positions, number),
      roleType: number === 0 ? 'executive' : 'board_member',
    }),
  )
  // 1 - 0.93 is not 0.07 in binary.
  const holdings = [share, round(1 - share)].map(
    (share, number): Link => ({
      source: at(officers, number).key,
      target: root.key,
      type: 'ShareholdingRelationship',
      share,
    }),
  )
  const household = { parties: [root, ...officers], links: [...roles, ...holdings] }
  if (fraction(seed, root.key, 'subsidiary') >= 0.5) return household
  const subsidiary = inventCompany(root, seed, 'subsidiary', 'Services Ltd')
  return {
    parties: [...household.parties, subsidiary],
    links: [...household.links, { source: root.key, target: subsidiary.key, type: 'SubsidiaryRelationship' }],
  }
}

function personHousehold(root: Party, seed: number): Neighbourhood {
  const company = inventCompany(root, seed, 'company', '& Partners Ltd')
  const role: Link = {
    source: root.key,
    target: company.key,
    type: 'RoleRelationship',
    position: pick(positions, seed, root.key, 'position'),
    roleType: 'board_member',
  }
  return { parties: [root, company], links: [role] }
}

function inventCompany({ key, countryCode }: Party, seed: number, what: string, ending: string): Party {
  return {
    key: hash(seed, key, what).slice(0, 24),
    type: 'organization',
    name: `${pick(lastNames, seed, key, what)} ${ending}`,
    countryCode,
  }
}

function inventPerson({ key, countryCode }: Party, seed: number, number: number): Party {
  const last = at(lastNames, whole(lastNames.length, seed, key, 'last') + number)
  const year = 1945 + whole(50, seed, key, 'year', number)
  return {
    key: hash(seed, key, 'person', number).slice(0, 24),
    type: 'person',
    name: `${pick(firstNames, seed, key, 'first', number)} ${last}`,
    countryCode,
    birthDate: `${year}-0${1 + whole(9, seed, key, 'month', number)}-1${whole(10, seed, key, 'day', number)}`,
  }
}

function whole(below: number, ...parts: readonly (string | number)[]): number {
  return Math.floor(fraction(...parts) * below)
}

function round(share: number): number {
  return Math.round(share * 100) / 100
}
