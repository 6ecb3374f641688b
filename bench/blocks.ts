import type { EntityScreening } from '../src/index.ts'
import { writeListBody, writeNetworkBody } from './bodies.ts'
import { baseUrl, ownClient, rootId } from './client/own.ts'
import { formatTime } from './page/figures.ts'

/**
 * `npm run bench:blocks`: for how long a response of any content holds up the event loop. The limit is twice what `JSON.parse` of
 * the same text takes, or 50 ms, whichever is more; the program fails if a body is over it. Times are those of the processor in the
 * main thread, so that other processes do not count.
 */
const leastLimit = 50
const factor = 2
const rounds = 2
const size = 10_000_000

type Read = (client: EntityScreening) => Promise<unknown>

interface Body {
  readonly text: string
  readonly status?: number
  readonly read: Read
}

const list: Read = client => client.entities.list()
const network: Read = client => client.entities.network(rootId)
const create: Read = client => client.entities.create({ type: 'person', name: 'Ilse Brandt' })
const createBulk: Read = client =>
  client.entities.createBulk([{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }])

async function stream(client: EntityScreening): Promise<void> {
  for await (const entity of client.entities.stream()) Object.keys(entity)
}

async function strictList(client: EntityScreening): Promise<void> {
  await client.withOptions({ validation: 'strict' }).entities.list()
}

/** Entities like those of a service, with further fields. */
const [entity = {}]: readonly object[] = JSON.parse(writeListBody(1))

function entitiesWith(count: number, fieldsOf: (index: number) => object): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => ({ ...entity, ...fieldsOf(index) })))
}

/** A record, as JSON, with so many fields. */
function withFields(count: number, nameOf: (index: number) => string): string {
  const fields = Array.from({ length: count }, (_, index) => [nameOf(index), index])
  return JSON.stringify({ ...entity, ...Object.fromEntries(fields) })
}

function nodeWith(fields: object): string {
  const node = { id: rootId, name: 'Nordwind GmbH', type: 'organization', sanctions: [], ...fields }
  return JSON.stringify({ success: true, data: { nodes: { [rootId]: node }, relations: [] } })
}

function bulkSummary(errors: readonly string[]): string {
  const data = { successCount: 0, errorCount: errors.length, errors }
  return JSON.stringify({ success: true, data })
}

/** JSON within text, so many times over. */
function encoded(value: unknown, levels: number): unknown {
  return levels === 0 ? value : encoded(JSON.stringify(value), levels - 1)
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

const opened = '['.repeat(size)
const arrays = '['.repeat(size / 2) + ']'.repeat(size / 2)
const mention = 'No sanctions were found, and no adverse media. '
const prefix = 'a-key-of-the-benc '

const bodies: Readonly<Record<string, () => Body>> = {
  'an entity with 400,000 unknown fields': () => ({
    text: `[${withFields(400_000, index => `field${index}`)}]`,
    read: list,
  }),
  'the same in a stream': () => ({
    text: `[${withFields(400_000, index => `field${index}`)}]`,
    read: stream,
  }),
  'the same, created': () => ({
    text: `{"success":true,"data":${withFields(400_000, index => `field${index}`)}}`,
    read: create,
  }),
  'an entity with 100,000 fields that mention screening': () => ({
    text: `[${withFields(100_000, index => `sanctions_${index}`)}]`,
    read: list,
  }),
  'a node with 100,000 unknown fields': () => ({
    text: nodeWith(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, {}]))),
    read: network,
  }),
  'a text field of 10 MB of [': () => ({ text: entitiesWith(1, () => ({ note: opened })), read: list }),
  'sanctions of 10 MB of [': () => ({ text: nodeWith({ sanctions_json: opened }), read: network }),
  'data of 10 MB of [ as text': () => ({ text: JSON.stringify({ success: true, data: opened }), read: list }),
  '10 MB of nested arrays': () => ({ text: arrays, read: list }),
  '10 MB of nested arrays in a stream': () => ({ text: arrays, read: stream }),
  '10 MB of nested arrays in an unknown field': () => ({
    text: nodeWith({ other: null }).replace('null', arrays),
    read: network,
  }),
  '10 MB of nested arrays beside a list': () => ({ text: `{"data":[],"other":${arrays}}`, read: list }),
  'a 401 of 10 MB': () => ({
    text: JSON.stringify({ statusCode: 401, success: false, error: 'x '.repeat(size / 2) }),
    status: 401,
    read: list,
  }),
  'a 401 of 10 MB of [': () => ({ text: opened, status: 401, read: list }),
  'an error of 10 MB in a 200': () => ({
    text: JSON.stringify({ success: false, error: 'no such team', trace: 'at x '.repeat(size / 5) }),
    read: list,
  }),
  'a page of 10 MB': () => ({ text: '<p>Please stand by</p> '.repeat(size / 23), read: list }),
  'a list of 100,000 entities': () => ({ text: writeListBody(100_000), read: list }),
  'a list of 100,000 entities in a stream': () => ({ text: writeListBody(100_000), read: stream }),
  'a list of 100,000 entities, each with an unknown field of its own name': () => ({
    text: entitiesWith(100_000, index => ({ [`field${index}`]: index })),
    read: list,
  }),
  'the same list in a stream': () => ({
    text: entitiesWith(100_000, index => ({ [`field${index}`]: index })),
    read: stream,
  }),
  'a list of 100,000 entities that drift, read strictly': () => ({
    text: entitiesWith(100_000, () => ({ riskScore: '7' })),
    read: strictList,
  }),
  'a network of 20,000 nodes': () => ({ text: writeNetworkBody(20_000, 'documented'), read: network }),
  'a network of 20,000 nodes, sample dialect': () => ({
    text: writeNetworkBody(20_000, 'sample'),
    read: network,
  }),
  'a text of 10 MB that repeats the beginning of the key': () => ({
    text: bulkSummary([prefix.repeat(size / prefix.length)]),
    read: createBulk,
  }),
  '10 MB of the beginning of the key, in a 401': () => ({
    text: JSON.stringify({ success: false, error: prefix.repeat(size / prefix.length) }),
    status: 401,
    read: list,
  }),
  'JSON in JSON, 10 levels deep': () => ({
    text: nodeWith({ sanctions: encoded([{ name: 'Nordwind GmbH' }], 10) }),
    read: network,
  }),
  'JSON in JSON, 10 levels deep, of 10 MB': () => ({
    text: nodeWith({
      sanctions: encoded(
        Array.from({ length: 2000 }, () => ({ name: 'A' })),
        10,
      ),
    }),
    read: network,
  }),
  'a list of 1,000,000 empty objects': () => ({
    text: `[${Array(1_000_000).fill('{}').join()}]`,
    read: list,
  }),
  'a list of 1,000,000 empty objects in a stream': () => ({
    text: `[${Array(1_000_000).fill('{}').join()}]`,
    read: stream,
  }),
  '10 MB of text that mentions screening': () => ({
    text: entitiesWith(1, () => ({ note: mention.repeat(size / mention.length) })),
    read: list,
  }),
  '10 MB of risks that mention screening': () => ({
    text: nodeWith({ risks: [mention.repeat(size / mention.length)] }),
    read: network,
  }),
  'a bulk summary with 100,000 error sentences': () => ({
    text: bulkSummary(
      Array.from({ length: 100_000 }, (_, index) => `Row ${index}: Nordwind ${index} GmbH already exists`),
    ),
    read: createBulk,
  }),
  'objects nested 1,000,000 deep': () => ({ text: `[${nested(1_000_000)}]`, read: list }),
  'objects nested 1,000,000 deep in a field': () => ({
    text: entitiesWith(1, () => ({ other: null })).replace('null', nested(1_000_000)),
    read: list,
  }),
}

/** Of the main thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest time between two turns of the event loop. */
async function measureLongestBlock(run: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorTime()
  let immediate = setImmediate(turn)
  await run().catch(() => {})
  clearImmediate(immediate)
  return Math.max(longest, processorTime() - last)

  function turn(): void {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
    immediate = setImmediate(turn)
  }
}

function measureParse(text: string): number {
  const started = processorTime()
  try {
    JSON.parse(text)
  } catch {
    // A text may be no JSON.
  }
  return processorTime() - started
}

/** The best of some rounds, for the collection of garbage may come in any of them. */
async function measureBody({ text, status = 200, read }: Body) {
  const bytes = new TextEncoder().encode(text)
  const headers = { 'content-type': 'application/json' }
  const fetch = async () => new Response(bytes, { status, headers })
  const client = ownClient('').withOptions({ fetch, maxRetries: 0 })
  let parse = Number.POSITIVE_INFINITY
  let block = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    globalThis.gc?.()
    parse = Math.min(parse, measureParse(text))
    globalThis.gc?.()
    block = Math.min(block, await measureLongestBlock(() => read(client)))
  }
  return { parse, block }
}

const part = process.argv[2] ?? ''
let isOver = false
console.log(`${baseUrl}: the longest block, of ${rounds} rounds the best`)
for (const [name, createBody] of Object.entries(bodies)) {
  if (!name.includes(part)) continue
  const { parse, block } = await measureBody(createBody())
  const limit = Math.max(leastLimit, factor * parse)
  isOver ||= block > limit
  const verdict = block > limit ? 'OVER' : 'met'
  console.log(
    `${verdict.padEnd(4)} ${name}: ${formatTime(block)} (JSON.parse ${formatTime(parse)}, limit ${formatTime(limit)})`,
  )
}
if (isOver) process.exitCode = 1
