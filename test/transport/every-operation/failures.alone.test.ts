import {
  ConnectionError,
  RateLimitError,
  ResponseValidationError,
  ServerError,
  TimeoutError,
} from 'entity-screening-sdk'
import type { Fault } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { answer, faultyServer, ownServer } from './servers.ts'
import { outcomeOf, type Way, ways } from './ways.ts'

/** What a call fails with, and how many requests arrive. */
interface Failure {
  readonly kind: new (...parameters: never[]) => Error
  readonly error: object
  readonly requests: number
}

const once = 1
const always = 3
const whereRepeatable = ({ isRepeatable }: Way) => (isRepeatable ? always : once)
/** What a stream has handed out cannot be taken back. */
const whereReadWhole = (way: Way) => (way.name === 'entities.stream' ? once : whereRepeatable(way))

async function expectFailure({ operation }: Way, call: Promise<unknown>, expected: Failure): Promise<void> {
  const error = await failureOf(call)
  expect(error).toBeInstanceOf(expected.kind)
  expect(error).toMatchObject({ name: expected.kind.name, operation, ...expected.error })
}

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

describe('after a timeout', () => {
  it.concurrent.each(ways)('$name says whether it may have been done, and works again', async way => {
    const { call, server, requests } = await faultyServer(way, [{ kind: 'no_response' }])
    const failure = {
      kind: TimeoutError,
      error: { status: null, outcome: outcomeOf(way, 'unknown') },
      requests: way.isRepeatable ? 2 : once,
    }
    await expectFailure(way, call({ timeout: 1500, maxRetries: 1, retry: { maxDelay: 1 } }), failure)
    expect(requests()).toBe(failure.requests)
    server.faults.remove()
    await call()
  })
})

describe('an answer that does not end', () => {
  it.concurrent.each(ways)('makes $name time out, and a write known to be done', async way => {
    const { client, seen } = await ownServer((_, response) => {
      response.writeHead(way.status, { 'content-type': 'application/json' })
      response.write(JSON.stringify(way.good).slice(0, 5))
    })
    await expectFailure(way, way.call(client, { timeout: 1500 }), {
      kind: TimeoutError,
      error: { status: way.status, outcome: outcomeOf(way, 'done') },
      requests: whereReadWhole(way),
    })
    expect(seen.requests).toBe(whereReadWhole(way))
  })

  it.concurrent.each(ways)('is no reason for $name to hang on an error status', async way => {
    const { client, seen } = await ownServer((_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.write('{"statusCode":')
    })
    await expectFailure(way, way.call(client, { timeout: 1500, maxRetries: 0 }), {
      kind: ServerError,
      error: { status: 500, outcome: outcomeOf(way, 'unknown'), reason: null },
      requests: once,
    })
    expect(seen.requests).toBe(once)
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
