import { parseArgs } from 'node:util'
import { type ClientOptions, EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import type { FaultKind } from '../../mock-server/faults/fault.ts'
import { record } from './record.ts'

/**
 * `npm run soak -- [--tcp 1000000] [--msw 100000] [--seconds 1800]`: mixed requests, a few of them under faults, in ten parts. Ends
 * with 1 where something acknowledged is lost, something refused is there, a rejection is unhandled, or the heap grows by more than a
 * tenth after the first part. Each half ends by itself after so many seconds, and says how far it came.
 */
const { values } = parseArgs({
  options: {
    tcp: { type: 'string', default: '1000000' },
    msw: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '1800' },
  },
})

const collect = globalThis.gc
if (collect === undefined) throw new Error('start it by npm run soak: it needs node --expose-gc')

const parts = 10
/** Requests of one team: then its list is held against what it was told. */
const requestsOfTeam = 1000
const workers = 16

let unhandled = 0
process.on('unhandledRejection', () => {
  unhandled += 1
})

interface Transport {
  readonly server: MockServer
  readonly client: Omit<ClientOptions, 'apiKey'>
  readonly faults: readonly FaultKind[]
}

const spoiled = ['status', 'malformed_json', 'html'] as const
const broken = ['reset', 'lost_response', 'truncated'] as const

/** What a team was told of the names that it sent. */
interface Told {
  readonly client: EntityScreening
  readonly ids: string[]
  readonly names: Map<string, EntityScreeningError['outcome']>
}

const counts = { requests: 0, failed: 0, lost: 0, wrong: [] as string[] }

async function soak(part: string, transport: Transport, requests: number): Promise<boolean> {
  Object.assign(counts, { requests: 0, failed: 0, lost: 0, wrong: [] })
  const started = performance.now()
  const isOver = () => performance.now() - started > Number(values.seconds) * 1000
  const heaps: number[] = []
  for (let at = 0; at < parts && !isOver(); at += 1) {
    for (let left = requests / parts; left > 0 && !isOver(); left -= requestsOfTeam)
      await useTeam(transport, Math.min(left, requestsOfTeam))
    transport.server.reset()
    heaps.push(await heap())
  }
  const [first = Number.NaN] = heaps
  const growth = (heaps.at(-1) ?? Number.NaN) / first
  const { wrong, ...rest } = counts
  const seconds = Math.round((performance.now() - started) / 1000)
  const figures = {
    part,
    wanted: requests,
    ...rest,
    unhandled,
    heaps: heaps.map(bytes => Math.round(bytes / 1e5) / 10),
    growth: Math.round(growth * 1000) / 1000,
    seconds,
  }
  console.log(JSON.stringify(figures))
  record(figures)
  for (const line of wrong.slice(0, 20)) console.error(line)
  return wrong.length === 0 && unhandled === 0 && growth <= 1.1
}

/** In bytes, after what is no longer needed has been collected. */
async function heap(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise(resolve => setTimeout(resolve, 50))
    collect?.()
  }
  return process.memoryUsage().heapUsed
}

async function useTeam({ server, faults, ...transport }: Transport, requests: number): Promise<void> {
  const { id, apiKey } = server.teams.create()
  const client = new EntityScreening({ ...transport.client, apiKey, maxRetries: 0, logLevel: 'off' })
  const told: Told = { client, ids: [], names: new Map() }
  for (const kind of faults) server.faults.add({ team: id, kind, probability: 0.003 })
  let left = requests
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left > 0) {
        left -= 1
        await request(server, told)
      }
    }),
  )
  server.faults.remove()
  await verify(told)
}

async function request(server: MockServer, told: Told): Promise<void> {
  const { client, ids } = told
  const { entities, search, service } = client
  const at = counts.requests
  counts.requests += 1
  // Spread over the kinds, and the same in each part.
  const kind = (at * 7919) % 100
  const known = ids[(at * 31) % ids.length]
  try {
    if (kind < 35 || known === undefined) await create(told, [`Company ${at} Ltd`])
    else if (kind < 38)
      await create(
        told,
        Array.from({ length: 5 }, (_, row) => `Company ${at} ${row} Ltd`),
      )
    else if (kind < 42) await entities.network(known)
    else if (kind < 60) await entities.rescan(known)
    else if (kind < 77) await entities.attachDocument(known, { url: 'https://example.com/a.pdf' })
    else if (kind < 78) await entities.list()
    else if (kind < 83) await entities.search({ name: 'Company', limit: 5 })
    else if (kind < 88) await search.organizations({ companyName: 'Halfmoon Minerals' })
    else if (kind < 92) await search.persons({ fullName: 'Ilse Brandtmeier' })
    else if (kind < 95) await service.health()
    else if (kind < 97) await service.index()
    else server.clock.advance('2s')
  } catch (error) {
    if (!EntityScreeningError.is(error)) throw error
    counts.failed += 1
  }
}

async function create({ client, ids, names }: Told, rows: readonly string[]): Promise<void> {
  const [name = ''] = rows
  try {
    if (rows.length === 1) ids.push((await client.entities.create({ type: 'organization', name })).id)
    else
      await client.entities.createBulk(
        rows.map(name => ({ type: 'organization', name, countryCode: 'DE' }) as const),
      )
    for (const row of rows) names.set(row, 'done')
  } catch (error) {
    if (EntityScreeningError.is(error)) for (const row of rows) names.set(row, error.outcome)
    throw error
  }
}

/** What was acknowledged is there once, what was refused is not, and nothing else is. */
async function verify({ client, names }: Told): Promise<void> {
  const listed = (await client.entities.list()).map(({ name }) => name)
  const found = new Set(listed)
  if (found.size !== listed.length) counts.wrong.push('an entity is there twice')
  for (const [name, outcome] of names) {
    if (outcome === 'done' && !found.has(name)) {
      counts.lost += 1
      counts.wrong.push(`${name} is lost`)
    }
    if (outcome === 'not_done' && found.has(name)) counts.wrong.push(`${name} was refused, and is there`)
  }
  for (const name of found) if (!names.has(name)) counts.wrong.push(`${name} was never sent`)
}

function newServer(): MockServer {
  return createMockServer({ warn: () => {} })
}

async function overTcp(): Promise<boolean> {
  const server = newServer()
  const { url, close } = await startServer(server)
  const isGood = await soak(
    'soak over TCP',
    { server, client: { baseUrl: url }, faults: [...spoiled, ...broken] },
    Number(values.tcp),
  )
  await close()
  return isGood
}

async function throughMsw(): Promise<boolean> {
  const server = newServer()
  const baseUrl = 'https://screening.example'
  const interceptor = setupServer(...createHandlers(server, { baseUrl }))
  interceptor.listen()
  // msw 3 never closes the handle of a connection that breaks, and keeps 36 KiB of each.
  const isGood = await soak(
    'soak through msw',
    { server, client: { baseUrl }, faults: spoiled },
    Number(values.msw),
  )
  interceptor.close()
  return isGood
}

const outcomes = [await overTcp(), await throughMsw()]
process.exitCode = outcomes.every(Boolean) ? 0 : 1
