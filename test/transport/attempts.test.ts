import type { Hooks } from 'entity-screening-sdk'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const never = () => new Promise<Response>(() => {})
const input = { type: 'organization', name: 'Amber AG' } as const

it('a Retry-After beyond the rest of totalTimeout ends the call at once', async () => {
  const { client, sent } = respondingWith(
    () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }),
    { maxRetries: 5, totalTimeout: 20_000 },
  )
  const startedAt = performance.now()
  expect(await failureOf(client.entities.create(input))).toMatchObject({
    name: 'RateLimitError',
    retryAfter: 30_000,
    outcome: 'not_done',
  })
  expect(performance.now() - startedAt).toBeLessThan(5000)
  expect(sent).toHaveLength(1)
})

describe('an attempt that exceeds its time limit', () => {
  it('is a TimeoutError for afterFailure, although fetch ignores its signal', async () => {
    const errors: unknown[] = []
    const hooks: Hooks = { afterFailure: ({ attempt, error }) => void errors.push([attempt, error]) }
    const options = { hooks, timeout: 20, maxRetries: 1, retry: { maxDelay: 1 } }
    const { client } = respondingWith(never, options)
    const failure = await failureOf(client.entities.list())
    expect(failure).toMatchObject({ name: 'TimeoutError', outcome: 'not_done' })
    expect(errors).toEqual([
      [1, expect.objectContaining({ name: 'TimeoutError' })],
      [2, failure],
    ])
  })
})

it('a body that ignores the signal is cancelled after the time limit', async () => {
  let isCancelled = false
  const endless = new ReadableStream({
    async pull(controller) {
      await new Promise(resolve => setTimeout(resolve, 5))
      controller.enqueue(new TextEncoder().encode(' '))
    },
    cancel() {
      isCancelled = true
    },
  })
  const { client } = respondingWith(() => new Response(endless), { timeout: 30 })
  expect(await failureOf(client.entities.list())).toMatchObject({ name: 'TimeoutError' })
  await expect.poll(() => isCancelled).toBe(true)
})

it('a wait for a retry that AbortSignal.timeout() ends is aborted, although the attempt before it timed out', async () => {
  const options = { timeout: 20, maxRetries: 1, retry: { maxDelay: 60_000 } }
  const { client } = respondingWith(never, options)
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.99)
  onTestFinished(() => random.mockRestore())
  const failure = await failureOf(client.entities.list({ signal: AbortSignal.timeout(100) }))
  expect(failure).toMatchObject({ name: 'AbortedError' })
})

/** A signal without `throwIfAborted`, as in React Native. */
function createOldSignal() {
  const controller = new AbortController()
  Object.defineProperty(controller.signal, 'throwIfAborted', { value: undefined })
  return controller
}

describe('a signal without throwIfAborted', () => {
  const later = () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } })

  it('ends a wait between two attempts', async () => {
    const controller = createOldSignal()
    const hooks: Hooks = {
      afterResponse: () => void setTimeout(() => controller.abort(new Error('enough')), 20),
    }
    const { client } = respondingWith(later, { hooks, maxRetries: 5 })
    const failure = await failureOf(client.entities.create(input, { signal: controller.signal }))
    expect(failure).toMatchObject({ name: 'AbortedError', outcome: 'not_done', cause: { message: 'enough' } })
  })

  it('lets a call be repeated', async () => {
    const respond = (attempt: number) =>
      attempt === 1 ? new Response('{}', { status: 503 }) : new Response('[]')
    const { client, sent } = respondingWith(respond, { maxRetries: 1, retry: { maxDelay: 1 } })
    expect(await client.entities.list({ signal: createOldSignal().signal })).toEqual([])
    expect(sent).toHaveLength(2)
  })
})
