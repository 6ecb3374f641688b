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
