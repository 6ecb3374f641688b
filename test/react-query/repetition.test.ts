import { MutationObserver, type MutationObserverOptions, QueryClient } from '@tanstack/react-query'
import type { CreateEntityInput, EntityScreening } from 'entity-screening-sdk'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { countOf, open, sanctioned } from './open.ts'

/** Runs a mutation, each time as another component. */
function run<Data, Variables>(
  cache: QueryClient,
  options: MutationObserverOptions<Data, Error, Variables>,
  variables: Variables,
) {
  return new MutationObserver(cache, options).mutate(variables)
}

const refusalOf = (operation: string) =>
  expect.objectContaining({
    code: 'possible_duplicate',
    outcome: 'unknown',
    message: `entities.${operation}: nothing was sent, because an equal input is in progress: wait for its result`,
  })

/** The names of the team's entities. */
async function listNames(client: EntityScreening) {
  return (await client.entities.list()).map(({ name }) => name)
}

it('a double click creates one entity, and the second click is an error', async () => {
  const { client, screening, cache } = open()
  const [first, second] = await Promise.allSettled([
    run(cache, screening.entities.create(), { ...sanctioned, countryCode: 'DE' }),
    run(cache, screening.entities.create(), { countryCode: 'DE', ...sanctioned }),
  ])
  expect(first).toMatchObject({ status: 'fulfilled', value: { name: sanctioned.name } })
  expect(second).toEqual({ status: 'rejected', reason: refusalOf('create') })
  expect(await listNames(client)).toEqual([sanctioned.name])
})

it('the second click is an error in another cache, too', async () => {
  const { client, screening, cache } = open()
  const first = run(cache, screening.entities.create(), sanctioned)
  const others = screeningQueries(client)
  expect(await failureOf(run(new QueryClient(), others.entities.create(), { ...sanctioned }))).toEqual(
    refusalOf('create'),
  )
  await first
})

it('bulk requests and documents are not sent twice at once', async () => {
  const { server, client, screening, cache } = open()
  const { id } = await client.entities.create(sanctioned)
  const createRow = () => [{ ...sanctioned, name: 'B', countryCode: 'DE' }]
  const createDocument = () => ({ entity: id, document: { url: 'https://example.com/a.pdf' } })
  const { createBulk, attachDocument } = screening.entities
  const results = await Promise.allSettled([
    run(cache, createBulk(), createRow()),
    run(cache, createBulk(), createRow()),
    run(cache, attachDocument(), createDocument()),
    run(cache, attachDocument(), createDocument()),
  ])
  expect(results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))).toEqual([
    refusalOf('createBulk'),
    refusalOf('attachDocument'),
  ])
  expect(countOf(server, 'createEntitiesBulk')).toBe(1)
  expect(countOf(server, 'attachDocument')).toBe(1)
})

it('the option retry of the user does not send a refused mutation after the first has ended', async () => {
  const { client, screening, cache } = open()
  const create = { ...screening.entities.create(), retry: 3, retryDelay: 50 }
  const first = run(cache, create, sanctioned)
  const second = failureOf(run(cache, create, sanctioned))
  await first
  expect(await second).toEqual(refusalOf('create'))
  expect(await listNames(client)).toEqual([sanctioned.name])
})

it('two different entities are created at once', async () => {
  const { client, screening, cache } = open()
  const other = { ...sanctioned, countryCode: 'DE' }
  await Promise.all([
    run(cache, screening.entities.create(), sanctioned),
    run(cache, screening.entities.create(), other),
  ])
  expect(await listNames(client)).toHaveLength(2)
})

it('the same object is sent again after a success: two entities may have one name', async () => {
  const { client, screening, cache } = open()
  const create = new MutationObserver(cache, screening.entities.create())
  await create.mutate(sanctioned)
  const [, second] = await Promise.allSettled([create.mutate(sanctioned), create.mutate(sanctioned)])
  expect(second.status).toBe('rejected')
  await create.mutate(sanctioned)
  expect(await listNames(client)).toHaveLength(3)
})

it('the same object is sent again after an error, if it was certainly not processed', async () => {
  const { server, client, screening, cache } = open()
  server.faults.add({ operation: 'createEntity', status: 400, times: 1 })
  const create = new MutationObserver(cache, screening.entities.create())
  await failureOf(create.mutate(sanctioned))
  await create.mutate(sanctioned)
  expect(await listNames(client)).toHaveLength(1)
})

it('an input that is no JSON fails as the client refuses it', async () => {
  const { screening, cache } = open()
  const input: CreateEntityInput = { ...sanctioned }
  Reflect.set(input, 'registration', 7n)
  expect(await failureOf(run(cache, screening.entities.create(), input))).toMatchObject({
    code: 'invalid_input',
  })
})

it('a context that is used again by hand does not refuse another input', async () => {
  const { server, client, screening, cache } = open()
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  const { mutationFn } = screening.entities.create()
  const context = { client: cache }
  const other = { ...sanctioned, name: 'Beta GmbH' }
  expect(await failureOf(mutationFn(sanctioned, context))).toMatchObject({ code: 'no_connection' })
  await mutationFn(other, context)
  expect(await listNames(client)).toEqual([sanctioned.name, other.name])
})
