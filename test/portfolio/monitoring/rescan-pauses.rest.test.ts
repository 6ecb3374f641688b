import { RateLimitError } from 'entity-screening-sdk'
import { rescanAll } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { createTeam, refusal, rescanned, rescanning } from './rescanning.ts'

describe('rescanAll, told by the service to slow down,', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `e${at}`)

  it('pauses and goes on', async () => {
    const pauses: (number | null)[] = []
    const { client } = rescanning((id, attempt) =>
      attempt > 2 && attempt < 7 ? refusal(429, { 'retry-after': '0' }) : rescanned(id),
    )
    const report = await rescanAll(client, ten, {
      concurrency: 2,
      onProgress: ({ pausedFor }) => pauses.push(pausedFor),
    })
    expect(report.rescanned.map(({ id }) => id)).toEqual(ten)
    expect(report).toMatchObject({ failed: [], remaining: [], stopped: null })
    expect(pauses.some(pause => pause !== null)).toBe(true)
    expect(pauses.at(-1)).toBeNull()
  })

  it('sends nothing while it pauses', async () => {
    const { server, client } = await createTeam(['A Ltd', 'B Ltd', 'C Ltd', 'D Ltd', 'E Ltd', 'F Ltd'])
    server.faults.add({ operation: 'rescanEntity', kind: 'rate_limit', retryAfter: 1000, times: 1 })
    let sentBefore = 0
    let sentAfter = 0
    const sent = () => server.requests.list().filter(({ operation }) => operation === 'rescanEntity').length
    const report = await rescanAll(client, 'all', {
      concurrency: 1,
      onProgress({ pausedFor }) {
        if (pausedFor === null || sentBefore > 0) return
        sentBefore = sent()
        setTimeout(() => {
          sentAfter = sent()
        }, 500)
      },
    })
    expect(sentBefore).toBe(1)
    expect(sentAfter).toBe(sentBefore)
    expect(report.rescanned).toHaveLength(6)
  })

  it('does not wait for ever', async () => {
    const { client } = rescanning((id, attempt) => (attempt > 4 ? refusal(429) : rescanned(id)))
    const report = await rescanAll(client, ten, { giveUpAfter: 200 })
    expect(report.stopped?.cause).toBe('failed')
    expect(RateLimitError.is(report.stopped?.error)).toBe(true)
    expect(report.failed).toEqual([])
    expect([...report.rescanned.map(({ id }) => id), ...report.remaining]).toEqual(ten)
  })

  it('does not wait at all where it is asked to wait for longer than it may', async () => {
    const { client, ids } = rescanning(() => refusal(429, { 'retry-after': '3600' }))
    const report = await rescanAll(client, ten, { giveUpAfter: 60_000 })
    expect(report).toMatchObject({ remaining: ten, stopped: { cause: 'failed' } })
    expect(ids().length).toBeLessThanOrEqual(4)
  })

  it('can be stopped in a pause', async () => {
    const controller = new AbortController()
    const { client } = rescanning(() => refusal(429, { 'retry-after': '60' }))
    const report = await rescanAll(client, ten, {
      signal: controller.signal,
      onProgress: ({ pausedFor }) => pausedFor !== null && controller.abort(),
    })
    expect(report).toMatchObject({ rescanned: [], failed: [], remaining: ten, stopped: { cause: 'aborted' } })
  })
})

it('rescanAll sends nothing more out of a pause once it is stopped', async () => {
  const { client, ids } = rescanning(id =>
    id === 'a' ? refusal(429, { 'retry-after': '60' }) : refusal(401),
  )
  const report = await rescanAll(client, ['a', 'b', 'c'], { concurrency: 2 })
  expect(report).toMatchObject({ remaining: ['a', 'b', 'c'], stopped: { cause: 'refused' } })
  expect(ids()).toEqual(['a', 'b'])
})
