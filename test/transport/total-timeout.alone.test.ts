import { afterEach, expect, it, vi } from 'vitest'
import { respondingWith } from '../answering.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('totalTimeout ends a call among its tries', async () => {
  vi.useFakeTimers()
  const { client, sent } = respondingWith(() => new Response('{}', { status: 503 }), {
    maxRetries: 1000,
    retry: { maxDelay: 30 },
    totalTimeout: 400,
  })
  const failed = expect(client.entities.list()).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(400)
  await failed
  expect(sent.length).toBeGreaterThan(1)
})
