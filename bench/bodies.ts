import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { behaviourSchema } from '../mock-server/behaviour.ts'
import { applyDialect } from '../mock-server/dialects/apply-dialect.ts'
import type { Dialect } from '../mock-server/dialects/index.ts'
import type { NetworkBody, NodeBody, RelationBody } from '../mock-server/dialects/network-body.ts'

/** Answers of a realistic make, each the same at every run. */
const words = ['Nordlicht', 'Alba', 'Hafen', 'Silber', 'Tramontane', 'Øresund', 'Kestrel', 'Młyn']
const trades = ['Maschinenbau GmbH', 'Shipping Ltd', 'Énergies SA', 'Holding BV', 'Foods Inc.']
const countries = ['DE', 'FR', 'GB', 'NL', 'PL', 'US', 'DK', 'IT']
const levels = ['Low Risk', 'Low Risk', 'Low Risk', 'Medium Risk', 'High Risk']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], at: number): Item {
  const item = items[at % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

function digits(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('hex')
}

function nameOf(at: number, isPerson: boolean): string {
  const first = pick(words, at)
  return isPerson ? `${first} ${pick(words, at >> 3)}-${at}` : `${first} ${at} ${pick(trades, at)}`
}

/** A list of entities: a third persons, a third of whom have a country code for a registration; half of the rest have none. */
export function listText(entities: number): string {
  return JSON.stringify(Array.from({ length: entities }, (_, at) => entityOf(at)))
}

function entityOf(at: number) {
  const isPerson = at % 3 === 0
  const countryCode = pick(countries, at)
  const day = new Date(Date.UTC(2024, 0, 1) + (at % 500) * 86_400_000)
  const shown = `${pick(months, day.getUTCMonth())} ${day.getUTCDate()}, ${day.getUTCFullYear()}`
  return {
    id: digits('entity', at).slice(0, 24),
    name: nameOf(at, isPerson),
    type: isPerson ? 'person' : 'organization',
    caseStatus: at % 50 === 0 ? 'NOT_STARTED' : 'IN_PROGRESS',
    registration: at % 9 === 0 ? countryCode : isPerson || at % 2 === 0 ? '-' : `HRB ${at}`,
    countryCode,
    riskLevel: pick(levels, at),
    riskScore: at % 101,
    platformId: digits('platform', at).slice(0, 32),
    lastUpdate: shown,
    dueDate: at % 4 === 0 ? shown : '-',
    createdAt: new Date(day.getTime() + at).toISOString(),
    updatedAt: new Date(day.getTime() + at * 7).toISOString(),
  }
}

/** A network as the mock server answers with, in one of its two spellings; a node in ten has something against it. */
export function networkText(nodes: number, dialect: Exclude<Dialect, 'mixed'>): string {
  const bodies = Array.from({ length: nodes }, (_, at) => nodeOf(at))
  const network: NetworkBody = {
    nodes: Object.fromEntries(bodies.map(node => [node.id, node])),
    relations: Array.from({ length: Math.round(nodes * 1.2) }, (_, at) => relationOf(at, bodies)),
  }
  const behaviour = z.parse(behaviourSchema, { dialect })
  return JSON.stringify({ success: true, data: applyDialect(behaviour, network, { id: 'root' }) })
}

function nodeOf(at: number): NodeBody {
  const isPerson = at % 3 === 0
  const id = digits('node', at).slice(0, 24)
  const name = nameOf(at, isPerson)
  const source = `https://registry.example/${isPerson ? 'person' : 'organization'}/${id}`
  const hit = [{ name, sources: [`${source}/hit`] }]
  return {
    id,
    name,
    full_name: name,
    type: isPerson ? 'person' : 'organization',
    node_type: isPerson ? 'Person' : 'Entity',
    country_code: pick(countries, at),
    ...(isPerson ? { birth_date: `19${40 + (at % 60)}-0${1 + (at % 9)}-1${at % 10}` } : companyOf(at)),
    pep: at % 30 === 0 ? hit.map(entry => ({ ...entry, position: 'Mayor' })) : [],
    sanctions: at % 30 === 10 ? hit.map(entry => ({ ...entry, program: 'Fictional Programme' })) : [],
    adverse_media: at % 30 === 20 ? hit.map(entry => ({ ...entry, headline: 'Fictional news' })) : [],
    calculatedRiskScore: at % 101,
    sources: [source],
    risks: at % 10 === 0 ? ['Adverse media'] : [],
  }
}

function companyOf(at: number): Partial<NodeBody> {
  if (at % 2 === 0) return {}
  return {
    registration_number: `HRB ${at}`,
    industry: [pick(trades, at)],
    industry_classification_codes: [`NACE ${at % 97}`],
    size: pick(['Small', 'Medium', 'Large'], at),
  }
}

function relationOf(at: number, nodes: readonly NodeBody[]): RelationBody {
  const uid = digits('relation', at).slice(0, 32)
  const isRole = at % 2 === 0
  const role = { is_executive: at % 4 === 0, key_position: 'Managing Director', role_type: 'executive' }
  return {
    source: pick(nodes, at + 1).id,
    target: pick(nodes, at >> 2).id,
    type: isRole ? 'RoleRelationship' : 'ShareholdingRelationship',
    details: {
      uid,
      sources: [`https://registry.example/relations/${uid}`],
      description: 'Simulated: fictional data of the mock server',
      ...(isRole ? role : { exact_share: (at % 100) / 100 }),
    },
  }
}
