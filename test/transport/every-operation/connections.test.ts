import { EntityScreeningError } from 'entity-screening-sdk'
import { expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { answer, errorBody, ownServer } from './servers.ts'
import { ways } from './ways.ts'

/** So many calls that the runtime has all the connections that it wants. */
const warmUp = 3

it.each(ways)('$name needs no new connection after failures that leave the old one whole', async way => {
  const { status, good, drifted } = way
  const { client, seen } = await ownServer((_, response) => {
    const replies = [
      () => answer(response, 429, errorBody(429), { 'retry-after': '0' }),
      () => answer(response, 500, errorBody(500)),
      () => answer(response, 400, '<html>', { 'content-type': 'text/html' }),
      () => answer(response, 302, '', { location: 'https://elsewhere.example/' }),
      () => answer(response, status, '<html>', { 'content-type': 'text/html' }),
      () => answer(response, status, ''),
      () => answer(response, status, drifted.body),
    ]
    const reply = replies[seen.requests - 1 - warmUp]
    if (reply === undefined) answer(response, status, good)
    else reply()
  })
  const once = client.withOptions({ maxRetries: 0, validation: 'strict' })
  for (let calls = 1; calls <= warmUp; calls += 1) await way.call(once)
  const { connections } = seen
  for (let failures = 1; failures <= 7; failures += 1) {
    expect(await failureOf(way.call(once))).toBeInstanceOf(EntityScreeningError)
  }
  await way.call(once)
  expect(seen).toEqual({ requests: warmUp + 8, connections })
})
