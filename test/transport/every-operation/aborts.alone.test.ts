import { AbortedError } from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { answer, errorBody, faultyServer, ownServer } from './servers.ts'
import { outcomeOf, type Way, ways } from './ways.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const anHour = 3_600_000

async function expectAborted({ operation }: Way, call: Promise<unknown>, outcome: string): Promise<void> {
  const error = await failureOf(call)
  expect(error).toBeInstanceOf(AbortedError)
  expect(error).toMatchObject({ name: 'AbortedError', operation, outcome })
}

/** Until a timer is set that runs so long: between two tries nothing else is going on. */
async function untilWaiting(runsAsLong: (milliseconds: number) => boolean): Promise<void> {
  const timers = vi.mocked(setTimeout).mock.calls
  await vi.waitFor(() => expect(timers.some(([, length = 0]) => runsAsLong(length))).toBe(true), {
    interval: 1,
  })
}

describe('aborted before', () => {
  it.each(ways)('$name sends nothing', async way => {
    const { call, requests } = await faultyServer(way, [])
    await expectAborted(way, call({ signal: AbortSignal.abort() }), 'not_done')
    expect(requests()).toBe(0)
    await call()
  })

  it.each(ways)('$name sends nothing where a hook took longer than the caller would wait', async way => {
    const stop = new AbortController()
    // Does not look at the signal, as a fetch of the caller's own may not.
    const fetch = vi.fn(async () => new Response(JSON.stringify(way.good), { status: way.status }))
    const { client } = await ownServer(() => {}, {
      fetch,
      hooks: { beforeRequest: async () => stop.abort() },
    })
    await expectAborted(way, way.call(client, { signal: stop.signal }), 'not_done')
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('aborted during', () => {
  it.each(ways)('$name may have been done if it writes, and works again', async way => {
    const { call, server, requests } = await faultyServer(way, [{ kind: 'no_response' }])
    const stop = new AbortController()
    const failure = expectAborted(way, call({ signal: stop.signal }), outcomeOf(way, 'unknown'))
    await vi.waitFor(() => expect(requests()).toBe(1), { interval: 1 })
    stop.abort()
    await failure
    expect(requests()).toBe(1)
    server.faults.remove()
    await call()
  })

  it.each(ways)('$name was done where its answer had begun, if it writes', async way => {
    const { client, seen } = await ownServer((_, response) => {
      response.writeHead(way.status, { 'content-type': 'application/json' })
      response.write(JSON.stringify(way.good).slice(0, 5))
    })
    const stop = new AbortController()
    let tellBegun: () => void = () => {}
    const begun = new Promise<void>(resolve => {
      tellBegun = resolve
    })
    const told = client.withOptions({ hooks: { afterResponse: () => tellBegun() } })
    const failure = expectAborted(way, way.call(told, { signal: stop.signal }), outcomeOf(way, 'done'))
    await begun
    stop.abort()
    await failure
    expect(seen.requests).toBe(1)
  })
})

describe('aborted between tries', () => {
  it.each(ways)('$name was not done after a 429', async way => {
    vi.spyOn(globalThis, 'setTimeout')
    const { call, server, requests } = await faultyServer(way, [{ kind: 'rate_limit', retryAfter: anHour }], {
      retry: { maxRetryAfter: anHour },
    })
    const stop = new AbortController()
    const failure = expectAborted(way, call({ signal: stop.signal }), 'not_done')
    await untilWaiting(length => length === anHour)
    stop.abort()
    await failure
    expect(requests()).toBe(1)
    server.faults.remove()
    await call()
  })

  it.each(ways.filter(({ isRepeatable }) => isRepeatable))(
    '$name may have been done after a 500, if it writes',
    async way => {
      vi.spyOn(globalThis, 'setTimeout')
      vi.spyOn(Math, 'random').mockReturnValue(0.9)
      const { call, server, requests } = await faultyServer(way, [{ status: 500 }], {
        timeout: false,
        maxRetries: 2,
        retry: {},
      })
      const stop = new AbortController()
      const failure = expectAborted(way, call({ signal: stop.signal }), outcomeOf(way, 'unknown'))
      // The first wait is 0.3 s, times the chance.
      await untilWaiting(length => Math.round(length) === 270)
      stop.abort()
      await failure
      expect(requests()).toBe(1)
      server.faults.remove()
      await call()
    },
  )

  it.each(ways.filter(({ isRepeatable }) => isRepeatable))(
    '$name may have been done by a try before one that was refused, if it writes',
    async way => {
      vi.spyOn(globalThis, 'setTimeout')
      const { client, seen } = await ownServer((_, response) => {
        if (seen.requests === 1) answer(response, 500, errorBody(500))
        else answer(response, 429, errorBody(429), { 'retry-after': String(anHour / 1000) })
      })
      const retry = { maxDelay: 1, maxRetryAfter: anHour }
      const stop = new AbortController()
      const failure = expectAborted(
        way,
        way.call(client, { retry, signal: stop.signal }),
        outcomeOf(way, 'unknown'),
      )
      await untilWaiting(length => length === anHour)
      stop.abort()
      await failure
      expect(seen.requests).toBe(2)
    },
  )
})
