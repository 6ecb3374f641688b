import type { EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { clean, listed } from './reading.ts'

const failures = [
  { error: 'database unavailable' },
  { errors: ['database unavailable'] },
  { exception: { type: 'Timeout' } },
  { errorCode: 17 },
  { status: 'error' },
  { Status: 'FAILED' },
  { status: 500 },
  { success: false },
]
const row = { type: 'organization', name: 'A', countryCode: 'DE' } as const

const reads: Record<string, (client: EntityScreening) => Promise<unknown>> = {
  list: async client => client.entities.list(),
  search: async client => client.entities.search({}),
  network: async client => client.entities.network('a'),
  organizations: async client => client.search.organizations({ companyName: 'A' }),
  persons: async client => client.search.persons({ fullName: 'A' }),
  index: async client => client.service.index(),
  create: async client => client.entities.create({ type: 'person', name: 'A' }),
  createBulk: async client => client.entities.createBulk([row]),
  rescan: async client => client.entities.rescan('e1'),
  attachDocument: async client => client.entities.attachDocument('e1', { url: 'https://a.example/b.pdf' }),
}

describe('a 2xx that states a failure, without a result', () => {
  const writes = ['create', 'createBulk', 'rescan', 'attachDocument']

  it.each(Object.entries(reads))('%s throws it', async (name, read) => {
    const outcome = writes.includes(name) ? 'unknown' : 'not_done'
    for (const failure of failures) {
      const thrown = await failureOf(read(answering(failure).client))
      expect(thrown).toMatchObject({ name: 'ApiError', status: 200, outcome, body: failure })
    }
  })

  it.each(['list', 'search', 'organizations', 'persons'])('%s throws it beside an empty list', async name => {
    for (const failure of failures)
      for (const data of [[], null]) {
        const { client } = answering({ success: true, ...failure, data })
        expect(await failureOf(reads[name]?.(client) ?? Promise.resolve())).toMatchObject({
          name: 'ApiError',
        })
      }
  })

  it('a network throws it beside no nodes', async () => {
    const { client } = answering({ success: true, error: 'down', data: { nodes: {}, relations: [] } })
    expect(await failureOf(client.entities.network('a'))).toMatchObject({ reason: 'down' })
  })

  it('a stream throws it too', async () => {
    const { client } = answering({ success: true, error: 'down', data: [] })
    const read = async () => {
      for await (const _ of client.entities.stream());
    }
    expect(await failureOf(read())).toMatchObject({ name: 'ApiError', reason: 'down' })
  })

  it('is of the class of the status that it states', async () => {
    const { client } = answering({ statusCode: 403, success: false, error: 'limit reached' })
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'PermissionDeniedError',
      status: 403,
      reason: 'limit reached',
    })
  })
})

describe('a 2xx that states a failure beside a result', () => {
  it.each(failures)('a list or network is returned, and is not whole: %j', async failure => {
    const list = await answering({ ...failure, data: [listed] })
      .client.entities.list()
      .withResponse()
    expect(list.data).toHaveLength(1)
    expect(list.quirks.map(({ code }) => code)).toContain('incomplete')
    const data = { nodes: { a: clean }, relations: [] }
    const network = await answering({ ...failure, data }).client.entities.network('a')
    expect(network).toMatchObject({ isComplete: false, nodes: [{ id: 'a' }] })
  })

  it.each(['create', 'rescan', 'attachDocument', 'createBulk'])('%s is done, with drift', async name => {
    const data = { id: 'e1', name: 'A', documentId: 'd1', successCount: 1 }
    const met: string[] = []
    const onQuirk = ({ code }: { code: string }) => void met.push(code)
    const { client } = answering({ success: true, error: 'mail was not sent', data }, {}, { onQuirk })
    await reads[name]?.(client)
    expect(met).toContain('drift')
  })
})

it.each([
  { error: null },
  { error: '' },
  { errors: [] },
  { errors: {} },
  { error: false },
  { errorCode: 0 },
  { exception: 'none' },
  { status: 'ok' },
])('a blank one states none: %j', async blank => {
  const { data, quirks } = await answering({ success: true, ...blank, data: [] })
    .client.entities.list()
    .withResponse()
  expect(data).toEqual([])
  expect(quirks.map(({ code }) => code)).not.toContain('incomplete')
})

it('the health of the service is what it says, also where it says that it is not well', async () => {
  const { client } = answering({ success: false, status: 'error', error: 'database unavailable' })
  expect(await client.service.health()).toMatchObject({ success: false, status: 'error' })
})

it('the errors of rows are no failure of a bulk creation, in an envelope or bare', async () => {
  for (const wrap of [(data: object) => ({ success: true, data }), (data: object) => data]) {
    const { client } = answering(wrap({ successCount: 0, errorCount: 1, errors: ['Row 1: no'] }))
    expect(await client.entities.createBulk([row])).toMatchObject({ errorCount: 1 })
  }
})
