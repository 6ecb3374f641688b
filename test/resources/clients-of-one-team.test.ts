import { inspect } from 'node:util'
import { type ClientOptions, type CreateEntityInput, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it, vi } from 'vitest'
import { failureOf } from '../failure-of.ts'

const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
const apiKey = 'key-of-the-first-team'
const baseUrl = 'https://screening.example'

/** A service, and clients that are created for one call only, as inside a web handler. */
function mocked() {
  const server = createMockServer({ keys: { [apiKey]: 'team-1', 'key-of-another-team': 'team-2' } })
  let isOutdated = false
  const fetch: NonNullable<ClientOptions['fetch']> = async (url, init) =>
    isOutdated && init.method === 'GET' ? Response.json([]) : server.fetch(url, init)
  const createOnce = (options: ClientOptions = {}, signal?: AbortSignal) =>
    new EntityScreening({ apiKey, baseUrl, fetch, ...options }).entities.createOnce(input, {
      before: [],
      otherCreations: [],
      idempotencyKey: 'order-1',
      recheckDelay: 1,
      ...(signal && { signal }),
    })
  const creations = () =>
    server.requests.list().filter(({ operation }) => operation === 'createEntity').length
  /** Lets the next creation wait for its response until its signal is aborted. */
  const holdNext = () =>
    server.faults.add({ operation: 'createEntity', kind: 'no_response', team: 'team-1', times: 1 })
  /** The list no longer shows what is created, as from an outdated replica. */
  const hideNew = () => {
    isOutdated = true
  }
  return { server, createOnce, creations, holdNext, hideNew }
}

describe('createOnce of several clients of one process', () => {
  it('creates once between simultaneous calls', async () => {
    const { createOnce, creations } = mocked()
    const results = await Promise.all([createOnce(), createOnce({ timeout: 5000 }), createOnce()])
    expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    expect(creations()).toBe(1)
  })

  it('does so if they have the same function that returns the key', async () => {
    const { server, createOnce, creations } = mocked()
    const readKey = async () => apiKey
    const fetches = [1, 2].map((): ClientOptions['fetch'] => (url, init) => server.fetch(url, init))
    await Promise.all(fetches.map(fetch => createOnce({ apiKey: readKey, ...(fetch && { fetch }) })))
    expect(creations()).toBe(1)
  })

  it('knows what the call created for which it waited, although the list does not show it', async () => {
    const { createOnce, creations, hideNew } = mocked()
    hideNew()
    const [first, second] = [createOnce(), failureOf(createOnce())]
    const { id } = await first
    expect(await second).toMatchObject({ code: 'possible_duplicate', candidates: [id] })
    expect(creations()).toBe(1)
  })

  it('knows it behind a call that was aborted, too', async () => {
    const { createOnce, creations, hideNew } = mocked()
    hideNew()
    const leaving = new AbortController()
    const [first, second, third] = [
      createOnce(),
      failureOf(createOnce({}, leaving.signal)),
      failureOf(createOnce()),
    ]
    leaving.abort()
    expect(await second).toMatchObject({ code: 'aborted', outcome: 'not_done' })
    const { id } = await first
    expect(await third).toMatchObject({ code: 'possible_duplicate', candidates: [id] })
    expect(creations()).toBe(1)
  })

  const other = createMockServer({ keys: { [apiKey]: 'team-1' } })
  it.each<[string, ClientOptions]>([
    ['team', { apiKey: 'key-of-another-team' }],
    ['service', { baseUrl: 'https://other.example' }],
    ['mock server', { fetch: other.fetch }],
  ])('does not wait for a call of another %s', async (_, options) => {
    const { createOnce, creations, holdNext } = mocked()
    holdNext()
    const leaving = new AbortController()
    const held = failureOf(createOnce({}, leaving.signal))
    await vi.waitFor(() => expect(creations()).toBe(1), { interval: 1 })
    expect(await createOnce(options)).toMatchObject({ created: { name: input.name } })
    leaving.abort()
    await held
  })

  it('knows nothing of calls that have ended: a test may reset the service meanwhile', async () => {
    const { server, createOnce } = mocked()
    const { id } = await createOnce()
    server.reset()
    expect(await createOnce()).toMatchObject({ id, created: { id } })
  })
})

it('no client shows the key that tells its team from others', () => {
  const client = new EntityScreening({ apiKey, baseUrl })
  expect(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client)).not.toContain(apiKey)
})
