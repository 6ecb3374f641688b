import { EntityScreening, EntityScreeningError, type Outcome } from 'entity-screening-sdk'
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
    timeout: 50,
    retry: 0,
    logLevel: 'off',
  })
  return { server, client }
}

describe('a write that fails says whether it was done', () => {
  it.each<[string, Fault, Outcome]>([
    ['an error of the service', { status: 500 }, 'unknown'],
    ['a gateway in doubt', { status: 504 }, 'unknown'],
    ['a refusal', { status: 400 }, 'not_done'],
    ['too many requests', { kind: 'rate_limit' }, 'not_done'],
    ['a broken connection', { kind: 'reset' }, 'unknown'],
    ['an answer that is lost', { kind: 'lost_answer' }, 'unknown'],
    ['no answer in time', { kind: 'no_answer' }, 'unknown'],
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
    const unreachable = client.with({ baseUrl: url, fetch: globalThis.fetch })
    expect(await failureOf(unreachable.entities.create(organization))).toMatchObject({ outcome: 'not_done' })
  })

  it('a try that was refused does not undo one that is in doubt', async () => {
    const { server, client } = team({ operation: 'rescanEntity', kind: 'lost_answer', times: 1 })
    const { id } = await client.entities.create(organization)
    server.faults.add({ operation: 'rescanEntity', status: 404 })
    const failure = await failureOf(client.entities.rescan(id, { retry: { limit: 1, maximumDelay: 1 } }))
    expect(failure).toMatchObject({ name: 'NotFoundError', outcome: 'unknown' })
  })
})

describe('reconcile finds out by listing', () => {
  it.each([organization, person])('that a lost answer was a creation: $type', async input => {
    const { client } = team({ operation: 'createEntity', kind: 'lost_answer' })
    const before = await client.entities.list()
    await failureOf(client.entities.create(input))
    const found = await client.entities.reconcile(input, { before })
    expect(found).toMatchObject({
      input,
      outcome: 'done',
      entities: [{ name: input.name, countryCode: 'DE' }],
    })
  })

  it('that a request never arrived', async () => {
    const { client } = team({ operation: 'createEntity', kind: 'reset' })
    await failureOf(client.entities.create(organization))
    expect(await client.entities.reconcile(organization)).toEqual({
      input: organization,
      outcome: 'not_done',
      entities: [],
    })
  })

  it('which rows of a bulk request are there', async () => {
    const { client } = team({ operation: 'createEntitiesBulk', kind: 'lost_answer', times: 1 })
    const rows = [
      { ...organization, registration: 'HRB 7' },
      { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' } as const,
    ]
    await failureOf(client.entities.createBulk(rows))
    const absent = { ...organization, name: 'Südwind GmbH' }
    const found = await client.entities.reconcile([...rows, absent], { since: '2000-01-01T00:00:00Z' })
    expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'not_done'])
  })

  it('but not whether a person is a namesake who was there before', async () => {
    const { client } = team()
    await client.entities.create({ ...person, birthDate: '1999-01-01' })
    expect(await client.entities.reconcile(person)).toMatchObject({ outcome: 'unknown', entities: [{}] })
    const before = await client.entities.list()
    expect(await client.entities.reconcile(person, { before })).toMatchObject({ outcome: 'not_done' })
  })

  it('nor which of two namesakes is there', async () => {
    const { client } = team()
    const before = await client.entities.list()
    await client.entities.create(person)
    const namesake = { ...person, birthDate: '1999-01-01' }
    const found = await client.entities.reconcile([person, namesake], { before })
    expect(found.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
  })

  it('an organization with another registration number is another one', async () => {
    const { client } = team()
    await client.entities.create({ ...organization, registration: 'HRB 7' })
    const other = { ...organization, registration: 'HRB 8' }
    expect(await client.entities.reconcile(other)).toMatchObject({ outcome: 'not_done' })
    expect(await client.entities.reconcile({ ...organization, registration: 'hrb 7 ' })).toMatchObject({
      outcome: 'done',
    })
  })

  it('what was created before `since` does not count', async () => {
    const { server, client } = team()
    await client.entities.create(organization)
    const since = new Date(server.clock.now() + 1).toISOString()
    expect(await client.entities.reconcile(organization, { since })).toMatchObject({ outcome: 'not_done' })
  })

  it('wrong input is told by its field, before anything is sent', async () => {
    const { server, client } = team()
    const failure = await failureOf(client.entities.reconcile({ ...organization, name: ' ' }))
    expect(failure).toMatchObject({ name: 'InputValidationError', issues: [{ path: ['name'] }] })
    const wrongTime = await failureOf(client.entities.reconcile(organization, { since: 'yesterday' }))
    expect(wrongTime).toMatchObject({ issues: [{ path: ['since'] }] })
    expect(server.requests.list()).toEqual([])
  })
})
