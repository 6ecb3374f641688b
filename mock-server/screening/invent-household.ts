import { fraction, pick, pickAt, shortHash } from '../state/identifiers.ts'
import type { Neighbourhood } from './graph.ts'
import { parseLink } from './link.ts'
import type { ScreeningParty } from './party.ts'

const firstNames = 'Alba Bruno Celia Dario Edda Falk Gesa Hugo Irma Jonas Kaia Levin'.split(' ')
const lastNames = 'Amberly Birkholt Corvane Dunmarsh Elverdal Fenwyck Grauweiler Holmquay'.split(' ')
const positions = ['Managing Director', 'Finance Director', 'Company Secretary', 'Member of the Board']

/**
 * Invents a small network without hits for an entity that is not in the fictional universe. An organization has two or three
 * officers, and perhaps a subsidiary. Two of the officers are its owners. A person has a company. The same entity always has
 * the same network. All names in it are fictional.
 */
export function inventHousehold(root: ScreeningParty, seed: number): Neighbourhood {
  const inventNetwork = root.type === 'organization' ? organizationHousehold : personHousehold
  const { parties, links } = inventNetwork(root, seed)
  // Each relation is described as fictional, because the company at the centre may be real.
  const description = 'Simulated: fictional data of the mock server'
  return { parties, links: links.map(link => ({ ...link, description })) }
}

function organizationHousehold(root: ScreeningParty, seed: number): Neighbourhood {
  const officers = Array.from({ length: 2 + drawInteger(2, seed, root.key, 'officers') }, (_, number) =>
    inventPerson(root, seed, number),
  )
  const hasSubsidiary = fraction(seed, root.key, 'subsidiary') < 0.5
  const subsidiary = inventCompany(root, seed, 'subsidiary', 'Services Ltd')
  const share = roundToHundredths(0.5 + drawInteger(50, seed, root.key, 'share') / 100)
  const linkLines = [
    ...officers.map((_, number) => {
      const role = number === 0 ? 'executive' : 'board_member'
      return `${number} leads root ${role} ${pickAt(positions, number)}`
    }),
    `0 owns root ${share}`,
    // Rounds the share, because in floating point 1 - 0.93 is not exactly 0.07.
    `1 owns root ${roundToHundredths(1 - share)}`,
    ...(hasSubsidiary ? ['root runs subsidiary'] : []),
  ]
  const namedParties: Readonly<Record<string, ScreeningParty>> = { root, subsidiary }
  const links = linkLines.map(line =>
    parseLink(line, name => (namedParties[name] ?? pickAt(officers, Number(name))).key),
  )
  return { parties: [root, ...officers, ...(hasSubsidiary ? [subsidiary] : [])], links }
}

function personHousehold(root: ScreeningParty, seed: number): Neighbourhood {
  const company = inventCompany(root, seed, 'company', '& Partners Ltd')
  const role = `root leads company board_member ${pick(positions, seed, root.key, 'position')}`
  const links = [parseLink(role, name => (name === 'root' ? root : company).key)]
  return { parties: [root, company], links }
}

function inventCompany(
  { key, countryCode }: ScreeningParty,
  seed: number,
  role: string,
  suffix: string,
): ScreeningParty {
  return {
    key: shortHash(seed, key, role),
    type: 'organization',
    name: `${pick(lastNames, seed, key, role)} ${suffix}`,
    countryCode,
  }
}

function inventPerson({ key, countryCode }: ScreeningParty, seed: number, number: number): ScreeningParty {
  const lastName = pickAt(lastNames, drawInteger(lastNames.length, seed, key, 'last') + number)
  const year = 1945 + drawInteger(50, seed, key, 'year', number)
  return {
    key: shortHash(seed, key, 'person', number),
    type: 'person',
    name: `${pick(firstNames, seed, key, 'first', number)} ${lastName}`,
    countryCode,
    birthDate: `${year}-0${1 + drawInteger(9, seed, key, 'month', number)}-1${drawInteger(10, seed, key, 'day', number)}`,
  }
}

function drawInteger(limit: number, ...parts: readonly (string | number)[]): number {
  return Math.floor(fraction(...parts) * limit)
}

function roundToHundredths(share: number): number {
  return Math.round(share * 100) / 100
}
