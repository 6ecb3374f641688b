import { ServerError, TimeoutError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { expectFailure, once, whereReadWhole } from './expect-failure.ts'
import { faultyServer, ownServer } from './servers.ts'
import { outcomeOf, ways } from './ways.ts'

/** In milliseconds: enough for all of them to connect at once to servers on a busy machine. */
const timeout = 3000

describe('after a timeout', () => {
  it.concurrent.each(ways)('$name says whether it may have been done, and works again', async way => {
    const { call, server, requests } = await faultyServer(way, [{ kind: 'no_response' }])
    const failure = {
      kind: TimeoutError,
      error: { status: null, outcome: outcomeOf(way, 'unknown') },
      requests: way.isRepeatable ? 2 : once,
    }
    await expectFailure(way, call({ timeout, maxRetries: 1, retry: { maxDelay: 1 } }), failure)
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
    await expectFailure(way, way.call(client, { timeout }), {
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
    await expectFailure(way, way.call(client, { timeout, maxRetries: 0 }), {
      kind: ServerError,
      error: { status: 500, outcome: outcomeOf(way, 'unknown'), reason: null },
      requests: once,
    })
    expect(seen.requests).toBe(once)
  })
})
