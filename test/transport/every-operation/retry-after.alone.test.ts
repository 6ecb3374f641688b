import { type ClientOptions, ServerError } from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { respondingWith } from '../../answering.ts'
import { failureOf } from '../../failure-of.ts'
import { answer, errorBody, ownServer } from './servers.ts'
import { ways } from './ways.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const anHour = 3_600_000
const aDay = 24 * anHour

/** A server that says later at first, and then answers. */
async function laterThenGood(good: unknown, status: number, later: number, retryAfter: string) {
  const server = await ownServer((_, response) => {
    if (server.seen.requests > 1) answer(response, status, good)
    else answer(response, later, errorBody(later), { 'retry-after': retryAfter })
  })
  return server
}

/** How long a call waits that is told to come back later; it is ended then. */
async function waitOf(
  call: (options: { signal: AbortSignal; retry: ClientOptions['retry']; timeout: false }) => Promise<unknown>,
  retry: ClientOptions['retry'],
): Promise<number> {
  const timers = vi.spyOn(globalThis, 'setTimeout').mock.calls
  const stop = new AbortController()
  const ended = failureOf(call({ signal: stop.signal, retry, timeout: false }))
  const longest = () => Math.max(0, ...timers.map(([, length = 0]) => length))
  await vi.waitFor(() => expect(longest()).toBeGreaterThan(60_000), { interval: 1 })
  stop.abort()
  await ended
  return longest()
}

const inADay = () => new Date(Date.now() + aDay).toUTCString()

describe.each([
  ['in seconds', () => String(aDay / 1000)],
  ['as a date', inADay],
])('Retry-After %s', (_, retryAfter) => {
  it.each(ways)('is honoured by $name', async way => {
    const { client } = await laterThenGood(way.good, way.status, 429, retryAfter())
    const wait = await waitOf(options => way.call(client, options), { maxRetryAfter: 2 * aDay })
    // A date has no parts of a second, and some time has passed since.
    expect(Math.ceil(wait / anHour)).toBe(24)
  })

  it.each(ways)('is honoured by $name up to the cap', async way => {
    const { client } = await laterThenGood(way.good, way.status, 429, retryAfter())
    const wait = await waitOf(options => way.call(client, options), { maxRetryAfter: anHour })
    expect(wait).toBe(anHour)
  })

  it.each(ways)('under a 503 lets $name be repeated, for nothing was done', async way => {
    const { client, seen } = await laterThenGood(way.good, way.status, 503, retryAfter())
    await way.call(client, { maxRetries: 1, retry: { maxRetryAfter: 1 } })
    expect(seen.requests).toBe(2)
  })
})

/** How long a list waits after a 429 with these headers, and what its error says of it. */
async function afterOne(headers: Record<string, string>) {
  const timers = vi.spyOn(globalThis, 'setTimeout').mock.calls
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { client, sent } = respondingWith(
    attempt => new Response('[]', { status: attempt === 1 ? 429 : 200, headers }),
    { timeout: false },
  )
  const error = await failureOf(client.entities.list())
  expect(sent.splice(0)).toHaveLength(1)
  await client.withOptions({ maxRetries: 1, retry: { maxRetryAfter: 2000 } }).entities.list()
  return { timers: timers.map(([, length]) => length), error }
}

it('a fraction of seconds is waited for as it is told', async () => {
  const { timers, error } = await afterOne({ 'retry-after': '1.5' })
  expect(error).toMatchObject({ retryAfter: 1500 })
  expect(timers).toContain(1500)
})

it.each(['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset', 'x-ratelimit-retry-after'])(
  '%s is not obeyed: only Retry-After is',
  async name => {
    const { timers, error } = await afterOne({ [name]: '1' })
    expect(error).toMatchObject({ retryAfter: null })
    expect(timers).toContain(150)
    expect(timers).not.toContain(1000)
  },
)

it.each(ways)('a Retry-After that says nothing does not keep $name from a retry', async way => {
  const { client, seen } = await laterThenGood(way.good, way.status, 429, 'soon')
  await way.call(client)
  expect(seen.requests).toBe(2)
})

it.each(ways.filter(({ isRepeatable }) => !isRepeatable))(
  'a 503 without Retry-After is not repeated by $name',
  async way => {
    const { client, seen } = await ownServer((_, response) => answer(response, 503, errorBody(503)))
    const error = await failureOf(way.call(client))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ status: 503, outcome: 'unknown' })
    expect(seen.requests).toBe(1)
  },
)
