import { ApiError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { answer, ownServer } from './servers.ts'
import { outcomeOf, type Way, ways } from './ways.ts'

/** Another origin, to which nothing may ever go. */
const elsewhere = await ownServer((_, response) => answer(response, 200, []))

async function expectRefused(way: Way, status: number, headers: Record<string, string>): Promise<void> {
  const { client, seen } = await ownServer((_, response) => {
    if (seen.requests === 1) answer(response, status, '', headers)
    else answer(response, way.status, way.good)
  })
  const error = await failureOf(way.call(client))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    name: 'ApiError',
    operation: way.operation,
    status,
    // These may lead to the result of what was done.
    outcome: status === 302 || status === 303 ? outcomeOf(way, 'unknown') : 'not_done',
    reason: null,
    message: expect.stringContaining(`${way.name}: ${status} a redirect, which is not followed: the key`),
  })
  expect(seen.requests).toBe(1)
  await way.call(client)
  expect([seen.requests, elsewhere.seen.connections]).toEqual([2, 0])
}

describe.each([301, 302, 303, 307, 308])('a %i', status => {
  it.each(ways)('to another origin is not followed by $name', async way => {
    await expectRefused(way, status, { location: `${elsewhere.url}/v1/entities` })
  })
})

it.each(ways)('a redirect within the origin is not followed by $name', async way => {
  await expectRefused(way, 307, { location: '/v2/entities' })
})

it.each(ways)('a redirect to nowhere is refused by $name', async way => {
  await expectRefused(way, 302, {})
})

it('the other origin would have noticed', async () => {
  await elsewhere.client.entities.list()
  expect(elsewhere.seen).toEqual({ requests: 1, connections: 1 })
})
