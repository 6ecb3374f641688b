import { afterEach, expect, it, vi } from 'vitest'
import { respondingWith } from '../answering.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('totalTimeout ends a call among its tries', async () => {
  vi.useFakeTimers()
  // Delays of 29.7 ms: the last begins at 386 ms.
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
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

it('a response that comes after the time limit of its attempt changes nothing', async () => {
  vi.useFakeTimers()
  const statuses: number[] = []
  let respondLate = (_: Response) => {}
  const { client } = respondingWith(
    async attempt => {
      if (attempt === 1)
        return new Promise(resolve => {
          respondLate = resolve
        })
      respondLate(new Response('[]', { status: 401 }))
      await vi.advanceTimersByTimeAsync(30)
      return new Response('[]')
    },
    {
      hooks: { afterResponse: ({ status }) => void statuses.push(status) },
      timeout: 50,
      maxRetries: 1,
      retry: { maxDelay: 1 },
    },
  )
  const listed = client.entities.list().withResponse()
  await vi.advanceTimersByTimeAsync(55)
  expect((await listed).response.status).toBe(200)
  expect(statuses).toEqual([200])
})

it('a time limit that fires a moment early is the error of the call, without another attempt', async () => {
  vi.useFakeTimers()
  const { client, sent } = respondingWith(() => new Promise(() => {}), { maxRetries: 2, totalTimeout: 100 })
  const startedAt = performance.now()
  const failed = client.entities.list().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(50)
  // The timer of the limit fires, while the clock shows that a millisecond is left.
  vi.spyOn(performance, 'now').mockReturnValue(startedAt + 99)
  await vi.advanceTimersByTimeAsync(50)
  const error = Object(await failed)
  expect(error).toMatchObject({ name: 'TimeoutError' })
  expect(Object.hasOwn(error, 'cause')).toBe(false)
  expect(sent).toHaveLength(1)
})
