import { ConnectionError, RateLimitError, ResponseValidationError, ServerError } from 'entity-screening-sdk'
import type { Fault } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import {
  always,
  expectFailure,
  type Failure,
  once,
  whereReadWhole,
  whereRepeatable,
} from './expect-failure.ts'
import { answer, faultyServer, ownServer } from './servers.ts'
import { outcomeOf, type Way, ways } from './ways.ts'

/** The mock server's failures, and what each comes to. */
const failures: readonly (readonly [string, Fault, (way: Way) => Failure])[] = [
  [
    'a reset',
    { kind: 'reset' },
    way => ({
      kind: ConnectionError,
      error: { status: null, outcome: outcomeOf(way, 'unknown') },
      requests: whereRepeatable(way),
    }),
  ],
  [
    'a lost answer',
    { kind: 'lost_response' },
    way => ({
      kind: ConnectionError,
      error: { status: null, outcome: outcomeOf(way, 'unknown') },
      requests: whereRepeatable(way),
    }),
  ],
  [
    'a 429',
    { kind: 'rate_limit', retryAfter: 0 },
    () => ({
      kind: RateLimitError,
      error: { status: 429, outcome: 'not_done', retryAfter: 0 },
      requests: always,
    }),
  ],
  [
    'a 500',
    { status: 500 },
    way => ({
      kind: ServerError,
      error: { status: 500, outcome: outcomeOf(way, 'unknown'), reason: 'This error is an injected fault.' },
      requests: whereRepeatable(way),
    }),
  ],
  [
    'HTML under a success',
    { kind: 'html' },
    ({ status }) => ({
      kind: ResponseValidationError,
      error: { status, outcome: 'done', raw: expect.stringContaining('stand by') },
      requests: once,
    }),
  ],
  [
    'JSON that breaks off with its connection',
    { kind: 'truncated' },
    way => ({
      kind: ConnectionError,
      error: { status: way.status, outcome: outcomeOf(way, 'done') },
      requests: whereReadWhole(way),
    }),
  ],
  [
    'JSON that is none',
    { kind: 'malformed_json' },
    ({ status }) => ({ kind: ResponseValidationError, error: { status, outcome: 'done' }, requests: once }),
  ],
]

describe.each(failures)('after %s', (_, fault, expected) => {
  it.each(ways)('$name says what came and what was done, and works again', async way => {
    const { call, server, requests } = await faultyServer(way, [fault])
    const failure = expected(way)
    await expectFailure(way, call(), failure)
    expect(requests()).toBe(failure.requests)
    server.faults.remove()
    await call()
    expect(requests()).toBe(failure.requests + 1)
  })
})

describe("a proxy's page under a 502", () => {
  it.each(ways)('is an error of $name without a reason', async way => {
    const page = '<html><h1>Bad Gateway</h1></html>'
    const { client, seen } = await ownServer((_, response) =>
      answer(response, 502, page, { 'content-type': 'text/html' }),
    )
    await expectFailure(way, way.call(client), {
      kind: ServerError,
      error: { status: 502, outcome: outcomeOf(way, 'unknown'), reason: null, body: page },
      requests: whereRepeatable(way),
    })
    expect(seen.requests).toBe(whereRepeatable(way))
  })
})

describe('truncated JSON that a proxy made whole again', () => {
  it.each(ways)('is not read by $name, and known to be done', async way => {
    const { client, seen } = await ownServer((_, response) =>
      answer(response, way.status, JSON.stringify(way.good).slice(0, -3)),
    )
    await expectFailure(way, way.call(client), {
      kind: ResponseValidationError,
      error: { status: way.status, outcome: 'done' },
      requests: once,
    })
    expect(seen.requests).toBe(once)
  })
})

describe('a wrong content type', () => {
  it.each(ways)('does not keep $name from reading the answer', async way => {
    const { call, requests } = await faultyServer(way, [{ kind: 'content_type' }])
    await call()
    expect(requests()).toBe(once)
  })
})
