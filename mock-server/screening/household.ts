import { at, fraction, hash, pick } from '../state/identifiers.ts'
import type { Neighbourhood } from './graph.ts'
import { readLink } from './link.ts'
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
  const hasSubsidiary = fraction(seed, root.key, 'subsidiary') < 0.5
  const subsidiary = inventCompany(root, seed, 'subsidiary', 'Services Ltd')
  const share = round(0.5 + whole(50, seed, root.key, 'share') / 100)
  const lines = [
    ...officers.map((_, number) => {
      const role = number === 0 ? 'executive' : 'board_member'
      return `${number} leads root ${role} ${at(positions, number)}`
    }),
    `0 owns root ${share}`,
    // 1 - 0.93 is not 0.07 in binary.
    `1 owns root ${round(1 - share)}`,
    ...(hasSubsidiary ? ['root runs subsidiary'] : []),
  ]
  const others: Readonly<Record<string, Party>> = { root, subsidiary }
  const links = lines.map(line => readLink(line, name => (others[name] ?? at(officers, Number(name))).key))
  return { parties: [root, ...officers, ...(hasSubsidiary ? [subsidiary] : [])], links }
}

function personHousehold(root: Party, seed: number): Neighbourhood {
  const company = inventCompany(root, seed, 'company', '& Partners Ltd')
  const role = `root leads company board_member ${pick(positions, seed, root.key, 'position')}`
  const links = [readLink(role, name => (name === 'root' ? root : company).key)]
  return { parties: [root, company], links }
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
