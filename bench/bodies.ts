import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { behaviourSchema } from '../mock-server/behaviour.ts'
import { applyDialect } from '../mock-server/dialects/apply-dialect.ts'
import type { Dialect } from '../mock-server/dialects/index.ts'
import type { NetworkBody, NodeBody, RelationBody } from '../mock-server/dialects/network-body.ts'

/** Realistic response bodies, the same in every run. */
const words = ['Nordlicht', 'Alba', 'Hafen', 'Silber', 'Tramontane', 'Øresund', 'Kestrel', 'Młyn']
const trades = ['Maschinenbau GmbH', 'Shipping Ltd', 'Énergies SA', 'Holding BV', 'Foods Inc.']
const countries = ['DE', 'FR', 'GB', 'NL', 'PL', 'US', 'DK', 'IT']
const levels = ['Low Risk', 'Low Risk', 'Low Risk', 'Medium Risk', 'High Risk']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

function digits(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('hex')
}

function nameOf(index: number, isPerson: boolean): string {
  const first = pick(words, index)
  return isPerson
    ? `${first} ${pick(words, index >> 3)}-${index}`
    : `${first} ${index} ${pick(trades, index)}`
}

/** What a create sends. */
export const createInput = {
  type: 'organization',
  name: 'Nordlicht Maschinenbau GmbH',
  countryCode: 'DE',
} as const

/** What the service responds to this create. */
export const createdBody = JSON.stringify({
  success: true,
  data: {
    id: digits('created').slice(0, 24),
    name: createInput.name,
    countryCode: createInput.countryCode,
    caseStatus: 'NOT_STARTED',
    platformId: digits('created', 'platform').slice(0, 32),
    tags: [],
    createdAt: '2025-01-05T09:30:00.000Z',
    updatedAt: '2025-01-05T09:30:00.000Z',
    teamId: digits('team').slice(0, 24),
  },
})

export const healthBody = JSON.stringify({
  success: true,
  status: 'ok',
  version: 'v1',
  timestamp: '2025-01-01T00:00:00.000Z',
})

/** Writes a list of entities: a third are persons, and a third of these have a country code as registration; half of the others have no registration. */
export function writeListBody(entities: number): string {
  return JSON.stringify(Array.from({ length: entities }, (_, index) => entityOf(index)))
}

function entityOf(index: number) {
  const isPerson = index % 3 === 0
  const countryCode = pick(countries, index)
  const day = new Date(Date.UTC(2024, 0, 1) + (index % 500) * 86_400_000)
  const date = `${pick(months, day.getUTCMonth())} ${day.getUTCDate()}, ${day.getUTCFullYear()}`
  return {
    id: digits('entity', index).slice(0, 24),
    name: nameOf(index, isPerson),
    type: isPerson ? 'person' : 'organization',
    caseStatus: index % 50 === 0 ? 'NOT_STARTED' : 'IN_PROGRESS',
    registration: index % 9 === 0 ? countryCode : isPerson || index % 2 === 0 ? '-' : `HRB ${index}`,
    countryCode,
    riskLevel: pick(levels, index),
    riskScore: index % 101,
    platformId: digits('platform', index).slice(0, 32),
    lastUpdate: date,
    dueDate: index % 4 === 0 ? date : '-',
    createdAt: new Date(day.getTime() + index).toISOString(),
    updatedAt: new Date(day.getTime() + index * 7).toISOString(),
  }
}

/** Writes a network in a dialect of the mock server; a node in ten has a hit. */
export function writeNetworkBody(nodes: number, dialect: Exclude<Dialect, 'mixed'>): string {
  const bodies = Array.from({ length: nodes }, (_, index) => nodeOf(index))
  const network: NetworkBody = {
    nodes: Object.fromEntries(bodies.map(node => [node.id, node])),
    relations: Array.from({ length: Math.round(nodes * 1.2) }, (_, index) => relationOf(index, bodies)),
  }
  const behaviour = z.parse(behaviourSchema, { dialect })
  return JSON.stringify({ success: true, data: applyDialect(behaviour, network, { id: 'root' }) })
}

function nodeOf(index: number): NodeBody {
  const isPerson = index % 3 === 0
  const id = digits('node', index).slice(0, 24)
  const name = nameOf(index, isPerson)
  const source = `https://registry.example/${isPerson ? 'person' : 'organization'}/${id}`
  const hit = [{ name, sources: [`${source}/hit`] }]
  return {
    id,
    name,
    full_name: name,
    type: isPerson ? 'person' : 'organization',
    node_type: isPerson ? 'Person' : 'Entity',
    country_code: pick(countries, index),
    ...(isPerson
      ? { birth_date: `19${40 + (index % 60)}-0${1 + (index % 9)}-1${index % 10}` }
      : companyOf(index)),
    pep: index % 30 === 0 ? hit.map(entry => ({ ...entry, position: 'Mayor' })) : [],
    sanctions: index % 30 === 10 ? hit.map(entry => ({ ...entry, program: 'Fictional Programme' })) : [],
    adverse_media: index % 30 === 20 ? hit.map(entry => ({ ...entry, headline: 'Fictional news' })) : [],
    calculatedRiskScore: index % 101,
    sources: [source],
    risks: index % 10 === 0 ? ['Adverse media'] : [],
  }
}

function companyOf(index: number): Partial<NodeBody> {
  if (index % 2 === 0) return {}
  return {
    registration_number: `HRB ${index}`,
    industry: [pick(trades, index)],
    industry_classification_codes: [`NACE ${index % 97}`],
    size: pick(['Small', 'Medium', 'Large'], index),
  }
}

function relationOf(index: number, nodes: readonly NodeBody[]): RelationBody {
  const uid = digits('relation', index).slice(0, 32)
  const isRole = index % 2 === 0
  const role = { is_executive: index % 4 === 0, key_position: 'Managing Director', role_type: 'executive' }
  return {
    source: pick(nodes, index + 1).id,
    target: pick(nodes, index >> 2).id,
    type: isRole ? 'RoleRelationship' : 'ShareholdingRelationship',
    details: {
      uid,
      sources: [`https://registry.example/relations/${uid}`],
      description: 'Simulated: fictional data of the mock server',
      ...(isRole ? role : { exact_share: (index % 100) / 100 }),
    },
  }
}
