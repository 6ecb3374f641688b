import { createMockServer, type MockServer } from '../mock-server/index.ts'
import { maxBulkRows } from '../src/contract/values.ts'
import { measureSlice, nextTurn } from './measure/measure-slice.ts'
import { formatInteger, formatTime, median } from './page/figures.ts'
import { createHostileName } from './server/create-hostile-name.ts'

/**
 * `npm run bench:slices`: for each operation with its largest legal input, how much processor time the longest slice of the mock
 * server's work takes. Collecting garbage is part of it: the lowest round counts.
 */
interface Operation {
  readonly name: string
  /** Fills the server, and returns the call to measure. */
  readonly prepare: (server: MockServer) => Promise<() => Promise<unknown>>
}

const rounds = 5
const target = 50
const headers: Readonly<Record<string, string>> = {
  authorization: 'Bearer key',
  'content-type': 'application/json',
}
const encoder = new TextEncoder()

/** Sends a request as an adapter does, and reads the response slice by slice. */
async function call(
  server: MockServer,
  method: string,
  path: string,
  body: string | Uint8Array = '',
): Promise<string> {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const dispatched = server.dispatch({
    method,
    path,
    header: name => headers[name] ?? null,
    body: bytes,
    local: true,
  })
  const reply = (await dispatched.ready) ?? dispatched
  if (typeof reply.body === 'string') return reply.body
  let length = 0
  for (const slice of reply.body) {
    length += slice.length
    await nextTurn()
  }
  return String(length)
}

const longText = 'Ж'.repeat(1000)

function rowsOf(count: number, name: (row: number) => string, more: object = {}): string {
  const row = (_: unknown, index: number) => ({
    type: 'organization',
    name: name(index),
    countryCode: 'DE',
    ...more,
  })
  return JSON.stringify({ entities: Array.from({ length: count }, row) })
}

const longFields = {
  type: 'person',
  first_name: longText,
  last_name: longText,
  national_id: longText,
  tags: longText,
}

function bulk(name: string, body: string): Operation {
  const bytes = encoder.encode(body)
  return {
    name,
    prepare: async server => async () => {
      const response = await call(server, 'POST', '/v1/entities/bulk', bytes)
      if (!response.startsWith('{"success":true')) throw new Error(response)
    },
  }
}

const companies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'organization' as const, name: `Company ${index}` }))

async function filled(server: MockServer, count: number): Promise<void> {
  await server.load({ entities: companies(count) })
}

/** Names of the scenario whose networks take longest to build. */
const largeNetworks = rowsOf(maxBulkRows, row => `[large-network] Company ${row}`)

const operations: readonly Operation[] = [
  bulk(
    'bulk of 1,000 short rows',
    rowsOf(1000, row => `Company ${row}`),
  ),
  bulk(
    'bulk of 1,000 rows with all fields of 1,000 Cyrillic letters',
    rowsOf(1000, () => longText, longFields),
  ),
  bulk('the same beside another member', `{"more":1,${rowsOf(1000, () => longText, longFields).slice(1)}`),
  bulk(
    'bulk of 1,000 names that are too long when spelled out',
    rowsOf(1000, () => 'ﷺ'.repeat(900)),
  ),
  {
    name: 'first list of 1,000 [large-network]',
    prepare: async server => {
      await call(server, 'POST', '/v1/entities/bulk', largeNetworks)
      server.clock.settle()
      return () => call(server, 'GET', '/v1/entities')
    },
  },
  {
    name: 'network of a [large-network]',
    prepare: async server => {
      const body = JSON.stringify({ type: 'organization', name: '[large-network] Company' })
      const { data } = JSON.parse(await call(server, 'POST', '/v1/entities', body))
      server.clock.settle()
      return () => call(server, 'GET', `/v1/entities/${data.id}/network`)
    },
  },
  {
    name: 'first list of 100,000',
    prepare: async server => {
      await filled(server, 100_000)
      return () => call(server, 'GET', '/v1/entities')
    },
  },
  {
    name: 'search that finds 100,000',
    prepare: async server => {
      await filled(server, 100_000)
      return () => call(server, 'POST', '/v1/entities/search', '{}')
    },
  },
  ...(['first list', 'search by risk'] as const).map(name => ({
    name: `${name} of 10,000 names of 20 words that are nearly those of the universe`,
    prepare: async (server: MockServer) => {
      const entities = Array.from({ length: 10_000 }, (_, index) => ({
        type: 'organization' as const,
        name: createHostileName(index),
      }))
      await server.load({ entities })
      const search = '{"riskLevel":"high"}'
      return name === 'first list'
        ? () => call(server, 'GET', '/v1/entities')
        : () => call(server, 'POST', '/v1/entities/search', search)
    },
  })),
  { name: 'load of 20,000', prepare: async server => () => filled(server, 20_000) },
  { name: 'load of 100,000', prepare: async server => () => filled(server, 100_000) },
  {
    name: 'snapshot of 100,000, sent to the control API',
    prepare: async server => {
      await filled(server, 100_000)
      const snapshot = encoder.encode(JSON.stringify(server.snapshot()))
      return () => call(server, 'PUT', '/__admin/snapshot', snapshot)
    },
  },
  {
    name: 'restore of 100,000 (synchronous)',
    prepare: async server => {
      await filled(server, 100_000)
      const snapshot = server.snapshot()
      return async () => server.restore(snapshot)
    },
  },
  {
    name: 'settle with 100,000 (synchronous)',
    prepare: async server => {
      await filled(server, 100_000)
      return async () => server.clock.settle()
    },
  },
]

const rows: string[] = []
for (const { name, prepare } of operations) {
  const slices: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const server = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000, warn() {} })
    slices.push(await measureSlice(await prepare(server)))
  }
  const lowest = Math.min(...slices)
  rows.push(
    `| ${name} | ${formatTime(lowest)} | ${formatTime(median(slices))} | ${lowest <= target ? 'met' : 'missed'} |`,
  )
  console.error(rows.at(-1))
}
console.log(
  `| operation, ${formatInteger(rounds)} rounds | lowest | median | ≤ ${target} ms |\n|---|---|---|---|`,
)
console.log(rows.join('\n'))
