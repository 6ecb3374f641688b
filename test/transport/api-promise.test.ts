import { type Entity, fakeCall } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'

describe('a call', () => {
  it('is a Promise, whose methods return ordinary promises', async () => {
    const { client } = answering([])
    const call = client.entities.list()
    expect(call).toBeInstanceOf(Promise)
    for (const derived of [call.then(), call.catch(() => []), call.finally(() => {})]) {
      expect(derived.constructor).toBe(Promise)
      expect(await derived).toEqual([])
    }
    expect(await Promise.all([call, Promise.race([call])])).toEqual([[], []])
  })

  it('reads its body although nobody awaits it, and runs afterCall', async () => {
    const ends: unknown[] = []
    const { client } = respondingWith(() => Response.json([]), {
      hooks: { afterCall: ({ outcome }) => void ends.push(outcome) },
    })
    void client.entities.list()
    await expect.poll(() => ends).toEqual(['done'])
  })

  it('leaves the body unread if only the response is asked for at once', async () => {
    const { client } = answering([])
    const call = client.entities.list()
    const response = await call.asResponse()
    await new Promise(setImmediate)
    expect(response.bodyUsed).toBe(false)
    expect(await response.json()).toEqual([])
  })

  it('still gives its data after its response was asked for', async () => {
    const { client } = answering([])
    const call = client.entities.list()
    await call.asResponse()
    expect(await call).toEqual([])
    expect((await call.withResponse()).data).toEqual([])
  })
})

it('fakeCall is a call that has succeeded', async () => {
  const call = fakeCall<Entity[]>([])
  expect(call).toBeInstanceOf(Promise)
  expect(await call).toEqual([])
  expect(await call.withResponse()).toMatchObject({ data: [], raw: [], quirks: [] })
  const response = await fakeCall({ id: 'e1' }).asResponse()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ id: 'e1' })
})

describe('a call that is awaited in several ways', () => {
  it('settles what was derived from it before its response was asked for', async () => {
    const { client } = answering([])
    const call = client.entities.list()
    const derived = call.then(entities => entities.length)
    await call.asResponse()
    expect(await derived).toBe(0)
  })

  it('has no unhandled rejection if it fails', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    const { client } = answering('{}', { status: 404 })
    const call = client.entities.network('e1')
    const results = await Promise.allSettled([call.asResponse(), call, call.withResponse(), call.then()])
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    expect(unhandled).toEqual([])
  })
})

it('a call that the error of another call aborts has the outcome of its own request', async () => {
  const { client: other } = answering('{}', { status: 404 })
  const reason = await other.entities.network('nobody').catch(error => error)
  const controller = new AbortController()
  const { client } = respondingWith(() => {
    controller.abort(reason)
    return new Promise(() => {})
  })
  const call = client.entities.create({ type: 'person', name: 'A' }, { signal: controller.signal })
  expect(await call.catch(error => error)).toMatchObject({ code: 'aborted', outcome: 'unknown' })
})
