import { expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { respondingWith } from '../../answering.ts'
import { failureOf } from '../../failure-of.ts'
import { ways } from './ways.ts'

it.each(ways)(
  'an error of $name begins with the method, and has the operation',
  async ({ name, operation, call }) => {
    const { client } = respondingWith(() => new Response('{}', { status: 418 }))
    const failure = await failureOf(call(client))
    expect(failure).toMatchObject({ operation })
    expect(String(failure)).toContain(`ApiError: ${name}: 418 `)
  },
)

it('the table holds every operation of the contract, and no other', () => {
  expect(new Set(ways.map(({ operation }) => operation))).toEqual(new Set(Object.keys(operations)))
})

it.each(ways)('$name is a call of its operation', async ({ operation, call, good, status }) => {
  const { client, sent } = respondingWith(() => new Response(JSON.stringify(good), { status }))
  await call(client)
  const { method, path } = operations[operation]
  expect(sent).toMatchObject([{ method, path: path.replace('{id}', 'e1') }])
})

it.each(ways)('the bodies of $name are what they are called', ({ operation, good, drifted }) => {
  const { response } = operations[operation]
  expect(response.safeParse(good).success).toBe(true)
  expect(response.safeParse(drifted.body).success).toBe(false)
})
