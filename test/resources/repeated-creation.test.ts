import { type CreateEntityInput, EntityScreening, PossibleDuplicateError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { listed, teamOf } from './listed-team.ts'

const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
const person: CreateEntityInput = { type: 'person', name: 'Ilse Brandt', birthDate: '1961-04-09' }
const options = { before: [], otherCreations: [], recheckDelay: 1 }

/** A team, with a client for each process that works for it. */
function mocked() {
  const server = createMockServer()
  const connection = { ...server.connect(), maxRetries: 0 }
  const startProcess = (fetch = connection.fetch) => new EntityScreening({ ...connection, fetch })
  const creations = () =>
    server.requests.list().filter(({ operation }) => operation === 'createEntity').length
  return { server, startProcess, creations }
}

/** A promise, and the function that resolves it. */
function createLatch() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

describe('createOnce in a process that starts again with the same `before`', () => {
  it('finds the entity that the first process created, although its response was lost', async () => {
    const { server, startProcess, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    await failureOf(startProcess().entities.create(input))
    for (const _ of [1, 2]) {
      const { id, created, entity } = await startProcess().entities.createOnce(input, options)
      const [only] = await startProcess().entities.list()
      expect({ id, created, entity }).toEqual({ id: only?.id, created: null, entity: only })
    }
    expect(creations()).toBe(1)
  })

  it('creates the entity if the first process did not', async () => {
    const { server, startProcess, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    await failureOf(startProcess().entities.create(input))
    expect(await startProcess().entities.createOnce(input, options)).toMatchObject({ entity: null })
    expect(creations()).toBe(2)
  })

  it('sends nothing if its entity could be that of another program, and names it', async () => {
    const { startProcess, creations } = mocked()
    const { id } = await startProcess().entities.create(input)
    const call = startProcess().entities.createOnce(input, { ...options, otherCreations: null })
    const failure = await failureOf(call)
    expect(failure).toBeInstanceOf(PossibleDuplicateError)
    expect(failure).toMatchObject({
      code: 'possible_duplicate',
      operation: 'createEntity',
      outcome: 'unknown',
      candidates: [id],
      message: expect.stringMatching(/^entities\.createOnce: nothing was sent, .*otherCreations/),
    })
    expect(creations()).toBe(1)
    await startProcess().entities.createOnce(input, { ...options, otherCreations: [id] })
    expect(creations()).toBe(2)
  })

  it('sends nothing if two entities could be its own', async () => {
    const { startProcess, creations } = mocked()
    for (const _ of [1, 2]) await startProcess().entities.create(input)
    const failure = await failureOf(startProcess().entities.createOnce(input, options))
    expect(failure).toMatchObject({
      code: 'possible_duplicate',
      candidates: [{}, {}].map(() => expect.any(String)),
    })
    expect(creations()).toBe(2)
  })

  it('sends nothing although `before` was read again and has the entity, and names it', async () => {
    const { server, startProcess, creations } = mocked()
    const run = async (otherCreations: (string | null)[] | null) => {
      const { entities } = startProcess()
      return entities.createOnce(input, { ...options, before: await entities.list(), otherCreations })
    }
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    await failureOf(startProcess().entities.create(input))
    const [first] = await startProcess().entities.list()
    for (const others of [[], null])
      expect(await failureOf(run(others))).toMatchObject({
        code: 'possible_duplicate',
        candidates: [first?.id],
      })
    expect(creations()).toBe(1)
    // That is another party, and others may create entities now.
    const { id } = await run([String(first?.id), null])
    expect(id).not.toBe(first?.id)
    expect(creations()).toBe(2)
  })

  it('sends nothing for a person whose name is in the list, which has no birth dates', async () => {
    const { startProcess, creations } = mocked()
    const person = { type: 'person', countryCode: 'DE' } as const
    const { id } = await startProcess().entities.create({
      ...person,
      name: 'Ilse Brandt',
      birthDate: '1961-04-09',
    })
    const other = { ...person, firstName: 'Ilse', lastName: 'Brandt', birthDate: '1990-01-01' }
    const call = startProcess().entities.createOnce(other, { ...options, before: [id] })
    expect(await failureOf(call)).toMatchObject({ code: 'possible_duplicate', candidates: [id] })
    expect(creations()).toBe(1)
  })

  it('creates its entity beside new ones of other names, if other programs create entities', async () => {
    const { startProcess, creations } = mocked()
    const other = await startProcess().entities.create({ ...input, name: 'Larkspur Bearings AG' })
    // Without other programs, this entity could only be its own, under another name.
    expect(await failureOf(startProcess().entities.createOnce(input, options))).toMatchObject({
      candidates: [other.id],
    })
    await startProcess().entities.createOnce(input, { ...options, otherCreations: null })
    expect(creations()).toBe(2)
  })
})

describe('createOnce in one process', () => {
  it('finds the entity of an earlier call with the same key', async () => {
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    const call = () => entities.createOnce(input, { ...options, idempotencyKey: 'customer-7' })
    const { id } = await call()
    expect(await call()).toMatchObject({ id, created: null })
    expect(creations()).toBe(1)
  })

  it('finds it although the outcome of that call was unknown', async () => {
    const { server, startProcess, creations } = mocked()
    const afterFailure = () => void server.faults.add({ operation: 'listEntities', status: 500, times: 1 })
    const { entities } = startProcess().withOptions({ hooks: { afterFailure } })
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const call = () => entities.createOnce(input, { ...options, idempotencyKey: 'customer-7' })
    expect(await failureOf(call())).toMatchObject({ outcome: 'unknown' })
    expect(await call()).toMatchObject({ created: null, entity: { name: 'Nordwind GmbH' } })
    expect(creations()).toBe(1)
  })

  it('finds it with a `before` that contains it, too', async () => {
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    const call = async () =>
      entities.createOnce(input, { ...options, before: await entities.list(), idempotencyKey: 'customer-7' })
    const { id } = await call()
    expect(await call()).toMatchObject({ id, created: null })
    expect(creations()).toBe(1)
  })

  it('creates namesakes with different keys, and remembers them apart', async () => {
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    const call = (idempotencyKey: string) => entities.createOnce(input, { ...options, idempotencyKey })
    const [first, second] = await Promise.all([call('customer-7'), call('customer-8')])
    expect(first.id).not.toBe(second.id)
    expect((await call('customer-7')).id).toBe(first.id)
    expect((await call('customer-8')).id).toBe(second.id)
    expect(creations()).toBe(2)
  })

  it('takes the second of two equal calls for a repetition if they have no keys, also at once', async () => {
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    // The list may show the same entity in another country, or without one.
    const calls = [input, { ...input, countryCode: undefined }].map(given =>
      entities.createOnce(given, options),
    )
    const [{ id } = { id: '' }] = await Promise.all(calls.slice(0, 1))
    for (const call of [...calls.slice(1), entities.createOnce(input, options)])
      expect(await failureOf(call)).toMatchObject({ code: 'possible_duplicate', candidates: [id] })
    expect(creations()).toBe(1)
    await entities.createOnce(input, { ...options, otherCreations: [id] })
    expect(creations()).toBe(2)
  })

  it.each([undefined, 'customer-7'])(
    'sends nothing again although the list does not show the entity yet, with the key %s',
    async idempotencyKey => {
      const server = createMockServer()
      const connection = server.connect()
      const fetch: typeof globalThis.fetch = async (url, init) =>
        init?.method === 'POST' ? connection.fetch(url, init) : Response.json([])
      const { entities } = new EntityScreening({ ...connection, fetch })
      const call = () => entities.createOnce(input, { ...options, idempotencyKey })
      const { id } = await call()
      expect(await failureOf(call())).toMatchObject({ code: 'possible_duplicate', candidates: [id] })
    },
  )

  const company = { ...input, registration: 'HRB 7' }
  it.each<[string, CreateEntityInput, CreateEntityInput, number]>([
    ['another birth date', person, { ...person, birthDate: '1990-01-01' }, 2],
    ['no birth date', person, { ...person, birthDate: undefined }, 1],
    ['another national ID', { ...person, nationalId: 'L01T47' }, { ...person, nationalId: 'L01T48' }, 2],
    ['another registration number', company, { ...company, registration: 'HRB 8' }, 2],
    ['another spelling of it', company, { ...company, registration: 'hrb7' }, 1],
    ['another spelling of the name', input, { ...input, name: 'NORDWIND GMBH' }, 1],
  ])('takes an input with %s for another party only if both state a fact that differs', async (...given) => {
    const [, first, second, expected] = given
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    await entities.createOnce(first, options)
    const before = await entities.list()
    const call = entities.createOnce(second, { ...options, before })
    if (expected === 1) expect(await failureOf(call)).toBeInstanceOf(PossibleDuplicateError)
    else expect(await call).toMatchObject({ entity: null })
    expect(creations()).toBe(expected)
  })

  it('does not take the entity of a call whose response is on its way for its own', async () => {
    const server = createMockServer()
    const connection = server.connect()
    let lists = 0
    const [firstProcessed, secondListed] = [createLatch(), createLatch()]
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const isCreation = init?.method === 'POST'
      const isSecondList = !isCreation && ++lists === 2
      if (isSecondList) await firstProcessed.opened
      const response = await connection.fetch(url, init)
      if (isSecondList) setTimeout(secondListed.open, 20)
      if (isCreation) firstProcessed.open()
      if (isCreation) await secondListed.opened
      return response
    }
    const { entities } = new EntityScreening({ ...connection, fetch })
    const names = ['Nordwind GmbH', 'Larkspur Bearings AG']
    const results = await Promise.all(names.map(name => entities.createOnce({ ...input, name }, options)))
    expect(results.map(({ created }) => created?.name)).toEqual(names)
  })
})

describe('createOnce before it sends', () => {
  it('reads the list again if the list lacks an entity from before, and gives up if it still does', async () => {
    const { startProcess, creations } = mocked()
    const call = startProcess().entities.createOnce(input, { ...options, before: ['gone'] })
    expect(await failureOf(call)).toMatchObject({
      code: 'possible_duplicate',
      candidates: [],
      message: expect.stringContaining('incomplete'),
    })
    expect(creations()).toBe(0)
  })

  it('rejects if the list cannot be read', async () => {
    const { server, startProcess, creations } = mocked()
    server.faults.add({ operation: 'listEntities', status: 500 })
    const failure = await failureOf(startProcess().entities.createOnce(input, options))
    expect(failure).toMatchObject({
      name: 'ServerError',
      operation: 'listEntities',
      outcome: 'not_done',
      message: expect.stringMatching(/^entities\.createOnce/),
    })
    expect(creations()).toBe(0)
  })

  it.each([
    ['the same', 'HRB 7', 'HRB 7'],
    ['another spelling of it', 'HRB 7', 'hrb7'],
    ['none', undefined, 'HRB 7'],
    ['none is given', 'HRB 7', undefined],
  ])(
    'sends nothing if an entity from before has the name, and the registration number tells nothing apart: %s',
    async (_, has, given) => {
      const { startProcess, creations } = mocked()
      const { id } = await startProcess().entities.create({ ...input, registration: has })
      const { entities } = startProcess()
      const before = await entities.list()
      const call = (otherCreations: string[]) =>
        entities.createOnce({ ...input, registration: given }, { ...options, before, otherCreations })
      expect(await failureOf(call([]))).toMatchObject({ code: 'possible_duplicate', candidates: [id] })
      expect(creations()).toBe(1)
      await call([id])
      expect(creations()).toBe(2)
    },
  )

  it.each([
    ['a different number', { registration: 'HRB 8' }],
    ['a different country', { registration: 'HRB 7', countryCode: 'AT' }],
    ['a different name', { registration: 'HRB 7', name: 'Alpha KG' }],
  ])('is not stopped by an entity from before with %s', async (_, fields) => {
    const company = listed('Nordwind GmbH', { type: 'organization', ...fields })
    const { entities } = teamOf(company)
    const call = entities.createOnce(
      { ...input, registration: 'HRB 7' },
      { ...options, before: [String(company.id)] },
    )
    expect(await failureOf(call)).not.toBeInstanceOf(PossibleDuplicateError)
  })
})

describe('an `idempotencyKey` of createOnce', () => {
  it.each<[string, CreateEntityInput]>([
    ['another birth date', { ...person, birthDate: '1990-01-01' }],
    ['another name', { type: 'person', name: 'Ole Brandt', birthDate: '1961-04-09' }],
    ['another type', { type: 'organization', name: 'Ilse Brandt' }],
  ])('that another party of this client has is refused: %s', async (_, other) => {
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    const keyed = { ...options, idempotencyKey: 'job-7' }
    await entities.createOnce(person, keyed)
    expect(await failureOf(entities.createOnce(other, keyed))).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: ['idempotencyKey'], message: expect.stringContaining('another party') }],
    })
    expect(creations()).toBe(1)
  })
})

describe('createOnce after a call of this client whose outcome is unknown', () => {
  it('sends nothing again while the list has a new entity under another name', async () => {
    const { server, startProcess, creations } = mocked()
    const service = startProcess()
    let losesNext = true
    const { entities } = startProcess(async (url, init) => {
      if (init?.method !== 'POST' || !losesNext) return server.fetch(url, init)
      losesNext = false
      // The service shortens the name, and its response is lost.
      await service.entities.create({ type: 'organization', name: 'NW Holding', countryCode: 'DE' })
      throw new TypeError('fetch failed')
    })
    const keyed = { ...options, otherCreations: null, idempotencyKey: '7' }
    expect(await failureOf(entities.createOnce(input, keyed))).toMatchObject({ outcome: 'unknown' })
    const sent = creations()
    expect(await failureOf(entities.createOnce(input, keyed))).toMatchObject({ code: 'possible_duplicate' })
    expect(creations()).toBe(sent)
  })

  it('says `unknown` if the list cannot be read', async () => {
    const { server, startProcess } = mocked()
    const { entities } = startProcess()
    const keyed = { ...options, idempotencyKey: '7' }
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    await entities.createOnce(input, keyed)
    server.faults.add({ operation: 'listEntities', status: 503 })
    expect(await failureOf(entities.createOnce(input, keyed))).toMatchObject({
      operation: 'listEntities',
      outcome: 'unknown',
    })
  })

  it('has one creation for a key, even if two names begin at once', async () => {
    const { startProcess, creations } = mocked()
    const { entities } = startProcess()
    const keyed = { ...options, idempotencyKey: '7' }
    const outcomes = await Promise.allSettled([
      entities.createOnce(input, keyed),
      entities.createOnce({ ...input, name: 'Larkspur Bearings AG' }, keyed),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(creations()).toBe(1)
  })
})
