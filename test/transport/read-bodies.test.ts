import { EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

/** A client with a `fetch` that reads each body, as a tracer may. */
function traced(read: (response: Response) => Promise<unknown>, status = 200) {
  return new EntityScreening({
    apiKey: 'key-of-the-team',
    baseUrl: 'https://screening.example',
    maxRetries: 2,
    retry: { maxDelay: 1 },
    async fetch() {
      const response = Response.json([], { status })
      await read(response)
      return response
    },
  })
}

describe('a body that the option fetch has read', () => {
  it.each<[string, (client: EntityScreening) => PromiseLike<unknown>]>([
    ['a call', ({ entities }) => entities.list()],
    ['asResponse', ({ entities }) => entities.list().asResponse()],
  ])('is named by %s', async (_, call) => {
    expect(await failureOf(call(traced(response => response.text())))).toMatchObject({
      code: 'unreadable_response',
      message:
        'entities.list: the response (200) cannot be read: the body was already read by the option fetch: read response.clone() there',
    })
  })

  it('is no error if a copy was read', async () => {
    const client = traced(response => response.clone().text())
    expect(await client.entities.list()).toEqual([])
    expect(await (await client.entities.list().asResponse()).json()).toEqual([])
  })

  it('leaves an error status as it is', async () => {
    const failure = await failureOf(traced(response => response.text(), 404).entities.list())
    expect(failure).toMatchObject({ name: 'NotFoundError', status: 404 })
  })
})

describe('the constructor of a call', () => {
  const { client } = answering([])
  const call = () => client.entities.list()

  it('has the static methods of a promise', async () => {
    const { constructor: callClass } = call()
    expect(await Reflect.get(callClass, 'all').call(callClass, [call(), 1])).toEqual([[], 1])
    expect(await Reflect.get(callClass, 'resolve').call(callClass, 7)).toBe(7)
    const same = call()
    expect(Reflect.get(callClass, 'resolve').call(callClass, same)).toBe(same)
  })

  it('leaves a call a promise that is read when it is awaited, even after asResponse', async () => {
    const list = call()
    expect(list).toBeInstanceOf(Promise)
    await list.asResponse()
    expect(await list).toEqual([])
    expect(list.finally(() => {}).constructor).toBe(Promise)
  })
})
