import { EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import { createMockServer, type Fault } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'

const organization = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' } as const
const person = {
  type: 'person',
  name: 'Ilse Brandt',
  countryCode: 'Germany',
  birthDate: '1961-04-09',
} as const

function team(fault?: Fault) {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  if (fault) server.faults.add(fault)
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://localhost',
    fetch: server.fetch,
    timeout: 500,
    maxRetries: 0,
    logLevel: 'off',
  })
  return { server, client }
}

describe('a write that fails says whether it was done', () => {
  it.each<[string, Fault, EntityScreeningError['outcome']]>([
    ['an error of the service', { status: 500 }, 'unknown'],
    ['a gateway in doubt', { status: 504 }, 'unknown'],
    ['a refusal', { status: 400 }, 'not_done'],
    ['too many requests', { kind: 'rate_limit' }, 'not_done'],
    ['a broken connection', { kind: 'reset' }, 'unknown'],
    ['an answer that is lost', { kind: 'lost_response' }, 'unknown'],
    ['no answer in time', { kind: 'no_response' }, 'unknown'],
    ['an answer that breaks off', { kind: 'truncated' }, 'done'],
    ['an answer that is HTML', { kind: 'html' }, 'done'],
  ])('%s', async (_, fault, outcome) => {
    const { client } = team({ ...fault, operation: 'createEntity' })
    const failure = await failureOf(client.entities.create(organization))
    expect(EntityScreeningError.is(failure)).toBe(true)
    expect(failure).toMatchObject({ outcome })
  })

  it('also where nothing was sent, or nothing arrived', async () => {
    const { client } = team()
    expect(await failureOf(client.entities.create({ ...organization, name: '' }))).toMatchObject({
      outcome: 'not_done',
    })
    const { url, close } = await startServer(createMockServer())
    await close()
    const unreachable = client.withOptions({ baseUrl: url, fetch: globalThis.fetch })
    expect(await failureOf(unreachable.entities.create(organization))).toMatchObject({ outcome: 'not_done' })
  })

  it('a try that was refused does not undo one that is in doubt', async () => {
    const { server, client } = team({ operation: 'rescanEntity', kind: 'lost_response', times: 1 })
    const { id } = await client.entities.create(organization)
    server.faults.add({ operation: 'rescanEntity', status: 404 })
    const failure = await failureOf(client.entities.rescan(id, { maxRetries: 1, retry: { maxDelay: 1 } }))
    expect(failure).toMatchObject({ name: 'NotFoundError', outcome: 'unknown' })
  })
})

const soon = { otherCreations: [], recheckDelay: 1 }

describe('reconcile finds out by listing', () => {
  it.each([organization, person])(
    'that a lost answer was a creation, at the first read: $type',
    async input => {
      const { client } = team({ operation: 'createEntity', kind: 'lost_response' })
      const before = await client.entities.list()
      await failureOf(client.entities.create(input))
      const found = await client.entities.reconcile(input, { before, otherCreations: [] })
      expect(found).toMatchObject({
        input,
        outcome: 'done',
        entities: [{ name: input.name, countryCode: 'DE' }],
        reads: 1,
      })
    },
  )

  it('that a request never arrived', async () => {
    const { client } = team({ operation: 'createEntity', kind: 'reset' })
    await failureOf(client.entities.create(organization))
    expect(await client.entities.reconcile(organization, soon)).toEqual({
      input: organization,
      outcome: 'not_done',
      entities: [],
      reads: 2,
    })
  })

  it('which rows of a bulk request are there', async () => {
    const { client } = team({ operation: 'createEntitiesBulk', kind: 'lost_response', times: 1 })
    const rows = [
      { ...organization, registration: 'HRB 7' },
      { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' } as const,
    ]
    await failureOf(client.entities.createBulk(rows))
    const absent = { ...organization, name: 'Südwind GmbH' }
    const found = await client.entities.reconcile([...rows, absent], { ...soon, before: [] })
    expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'not_done'])
  })

  it('but not whether a person is a namesake who was there before', async () => {
    const { client } = team()
    await client.entities.create({ ...person, birthDate: '1999-01-01' })
    expect(await client.entities.reconcile(person, soon)).toMatchObject({
      outcome: 'unknown',
      entities: [{}],
    })
    const before = await client.entities.list()
    expect(await client.entities.reconcile(person, { ...soon, before })).toMatchObject({
      outcome: 'not_done',
    })
  })

  it('nor which of two namesakes is there', async () => {
    const { client } = team()
    const before = await client.entities.list()
    await client.entities.create(person)
    const namesake = { ...person, birthDate: '1999-01-01' }
    const found = await client.entities.reconcile([person, namesake], { ...soon, before })
    expect(found.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
  })

  it('one with another registration number is another one, or was changed by the service', async () => {
    const { client } = team()
    await client.entities.create({ ...organization, registration: 'HRB 7' })
    const other = { ...organization, registration: 'HRB 8' }
    expect(await client.entities.reconcile(other, soon)).toMatchObject({ outcome: 'unknown' })
    const before = await client.entities.list()
    expect(await client.entities.reconcile(other, { ...soon, before })).toMatchObject({ outcome: 'not_done' })
    const same = { ...organization, registration: 'hrb7 ' }
    expect(await client.entities.reconcile(same, soon)).toMatchObject({ outcome: 'done' })
  })

  it('also where there is no Map.groupBy, as on Node 20', async () => {
    const { client } = team()
    await client.entities.create(organization)
    const groupBy = Object.getOwnPropertyDescriptor(Map, 'groupBy') ?? {}
    Reflect.deleteProperty(Map, 'groupBy')
    try {
      expect(await client.entities.reconcile([organization], soon)).toMatchObject([{ outcome: 'done' }])
    } finally {
      Object.defineProperty(Map, 'groupBy', groupBy)
    }
  })

  it('an input that is an object of a class, whose fields are getters', async () => {
    class Row {
      readonly #name: string
      readonly type = 'organization'
      constructor(name: string) {
        this.#name = name
      }
      get name() {
        return this.#name
      }
    }
    const { client } = team()
    await client.entities.create(new Row('Amber AG'))
    const found = await client.entities.reconcile([new Row('Amber AG'), new Row('Brisk AG')], soon)
    expect(found).toMatchObject([
      { outcome: 'done', input: { type: 'organization', name: 'Amber AG' } },
      { outcome: 'not_done', input: { type: 'organization', name: 'Brisk AG' } },
    ])
  })

  it('a row that is filled again right after the call, as it was', async () => {
    const { client } = team()
    const row = { ...organization, name: 'Amber AG', tags: ['supplier'] }
    const found = client.entities.reconcile(row, soon)
    row.name = 'Brisk AG'
    row.tags.push('customer')
    expect(await found).toMatchObject({ input: { ...organization, name: 'Amber AG', tags: ['supplier'] } })
  })

  it('but ends with the error of a getter that throws', async () => {
    const { server, client } = team()
    const error = new Error('no longer in the database')
    const row = {
      type: 'organization' as const,
      get name(): string {
        throw error
      },
    }
    expect(await failureOf(client.entities.reconcile(row, soon))).toBe(error)
    expect(server.requests.list()).toEqual([])
  })

  it('wrong input is told by its field, before anything is sent', async () => {
    const { server, client } = team()
    const failure = await failureOf(client.entities.reconcile({ ...organization, name: ' ' }, soon))
    expect(failure).toMatchObject({ name: 'InputValidationError', issues: [{ path: ['name'] }] })
    const wrongPause = await failureOf(client.entities.reconcile(organization, { ...soon, recheckDelay: -1 }))
    expect(wrongPause).toMatchObject({ issues: [{ path: ['recheckDelay'] }] })
    expect(server.requests.list()).toEqual([])
  })
})

/** A team whose list goes on from one of these to the next, and stays at the last. */
function lagging(...shown: readonly (readonly string[])[]) {
  let reads = 0
  const client = new EntityScreening({
    apiKey: 'key',
    baseUrl: 'http://localhost',
    fetch: async () => {
      const names = shown[Math.min(reads, shown.length - 1)] ?? []
      reads += 1
      return Response.json(
        names.map((name, at) => ({ id: `${name} ${at}`, name, type: 'organization', countryCode: 'DE' })),
      )
    },
    logLevel: 'off',
  })
  return { client, reads: () => reads }
}

describe('a list that lags', () => {
  it('is read again before anything is not done', async () => {
    const { client } = lagging([], ['Nordwind GmbH'])
    expect(await client.entities.reconcile(organization, soon)).toMatchObject({ outcome: 'done', reads: 2 })
  })

  it('is read until two reads have shown the same', async () => {
    const { client } = lagging(['Amber'], ['Amber', 'Brisk'], ['Amber', 'Brisk', 'Coral'])
    const inputs = ['Amber', 'Brisk', 'Coral', 'Dune'].map(name => ({ ...organization, name }))
    const found = await client.entities.reconcile(inputs, soon)
    expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'not_done'])
    expect(found.map(({ reads }) => reads)).toEqual([4, 4, 4, 4])
  })

  it.each<[string, (readonly string[])[]]>([
    ['0, 1 and 3 of three', [[], ['Amber'], ['Amber', 'Brisk', 'Coral']]],
    ['one that shows less than before', [['Amber'], [], ['Amber', 'Brisk', 'Coral']]],
  ])('leaves nothing not done of what was created: %s', async (_, shown) => {
    const { client } = lagging(...shown)
    const inputs = ['Amber', 'Brisk', 'Coral'].map(name => ({ ...organization, name }))
    const found = await client.entities.reconcile(inputs, soon)
    expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  })

  it('may come from replicas: what one read has shown, no later one undoes', async () => {
    const { client } = lagging(['Amber', 'Nordwind'], [])
    const inputs = ['Amber', 'Nordwind GmbH', 'Coral'].map(name => ({ ...organization, name }))
    const found = await client.entities.reconcile(inputs, soon)
    expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'unknown', 'not_done'])
    expect(found[1]?.entities).toMatchObject([{ name: 'Nordwind' }])
  })

  it('is read after the pause that `recheckDelay` asks for, and once where that is 0', async () => {
    const { client, reads } = lagging([])
    const begin = performance.now()
    expect(await client.entities.reconcile(organization, { ...soon, recheckDelay: 60 })).toMatchObject({
      reads: 2,
    })
    expect(performance.now() - begin).toBeGreaterThan(55)
    expect(await client.entities.reconcile(organization, { ...soon, recheckDelay: 0 })).toMatchObject({
      reads: 1,
    })
    expect(reads()).toBe(3)
  })

  it('is not waited for any longer once the signal says so', async () => {
    const { client, reads } = lagging([])
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), 30)
    const failure = await failureOf(
      client.entities.reconcile(organization, { ...soon, recheckDelay: 60_000, signal: leaving.signal }),
    )
    expect(failure).toMatchObject({ name: 'AbortedError', operation: 'listEntities' })
    expect(reads()).toBe(1)
  })
})
