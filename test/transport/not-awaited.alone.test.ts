import { afterEach, expect, it, vi } from 'vitest'
import { answering, respondingWith } from '../answering.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a call that only wants the response leaves no timer behind once its answer has begun', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const { client } = respondingWith(() => new Response(new ReadableStream()), {
    hooks: { afterResponse: () => begin() },
    totalTimeout: 60_000,
  })
  void client.entities.list().asResponse()
  await begun
  await new Promise(setImmediate)
  expect(set).toHaveBeenCalled()
  const ended = cleared.mock.calls.map(([timer]) => timer)
  expect(set.mock.results.filter(({ value }) => !ended.includes(value))).toEqual([])
})

it('a failure that nobody awaits is an unhandled rejection, as of any promise, and one that is awaited is none', async () => {
  const unhandled: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', error => unhandled.push(error))
  const { client } = answering('{}', { status: 401 })
  await client.entities.list().catch(() => {})
  await client.entities
    .list()
    .asResponse()
    .catch(() => {})
  await client.entities
    .list()
    .withResponse()
    .catch(() => {})
  await new Promise(setImmediate)
  expect(unhandled).toEqual([])
  void client.entities.list()
  await expect.poll(() => unhandled).toMatchObject([{ name: 'AuthenticationError' }])
  process.removeAllListeners('unhandledRejection')
  for (const listener of listeners) process.on('unhandledRejection', listener)
})
