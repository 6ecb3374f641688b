import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const organization = { type: 'organization', name: 'Nordwind GmbH' } as const

/** What is known of a creation that is answered so. */
async function outcomeOf(status: number, headers: Record<string, string> = {}): Promise<unknown> {
  const { client, sent } = answering(
    '{}',
    { status, headers },
    { maxRetries: 1, retry: { maxRetryAfter: 1 } },
  )
  const failure = await failureOf(client.entities.create(organization))
  return { outcome: Reflect.get(Object(failure), 'outcome'), tries: sent.length }
}

describe('a status says whether a creation was done', () => {
  it.each<[number, string]>([
    [200, 'done'],
    [202, 'done'],
    [300, 'unknown'],
    [301, 'not_done'],
    [302, 'unknown'],
    [303, 'unknown'],
    [304, 'unknown'],
    [307, 'not_done'],
    [308, 'not_done'],
    [400, 'not_done'],
    [401, 'not_done'],
    [408, 'unknown'],
    [499, 'unknown'],
    [409, 'not_done'],
    [425, 'not_done'],
    [500, 'unknown'],
    [501, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('%i: %s', async (status, outcome) => {
    // A Response made by hand has a body, or a status that allows none.
    const body = status === 304 ? null : '{}'
    const { client, sent } = respondingWith(() => new Response(body, { status }), { maxRetries: 1 })
    expect(await failureOf(client.entities.create(organization))).toMatchObject({ outcome })
    expect(sent).toHaveLength(1)
  })
})

describe('a 503 says that a creation was refused', () => {
  it.each(['7', '0', new Date(Date.now() + 60_000).toUTCString()])('with Retry-After: %s', async value => {
    expect(await outcomeOf(503, { 'retry-after': value })).toEqual({ outcome: 'not_done', tries: 2 })
  })
})

describe('a 503 says nothing, and a creation is not repeated,', () => {
  it.each(['', ' ', 'soon', '-5', 'NaN', 'Infinity', '99:99'])('with Retry-After: %j', async value => {
    expect(await outcomeOf(503, { 'retry-after': value })).toEqual({ outcome: 'unknown', tries: 1 })
  })
})

it('a 429 says that a creation was refused, with or without Retry-After', async () => {
  expect(await outcomeOf(429)).toEqual({ outcome: 'not_done', tries: 2 })
  expect(await outcomeOf(429, { 'retry-after': 'soon' })).toEqual({ outcome: 'not_done', tries: 2 })
})
