import { getEventListeners } from 'node:events'
import { AbortedError, AuthenticationError } from 'entity-screening-sdk'
import { rescanAll } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { refusal, rescanned, rescanning } from './rescanning.ts'

describe('rescanAll stops, and says what is left,', () => {
  const fifty = Array.from({ length: 50 }, (_, at) => `e${at}`)

  it('where the key is refused', async () => {
    const { client, ids } = rescanning((id, attempt) => (attempt > 10 ? refusal(401) : rescanned(id)))
    const report = await rescanAll(client, fifty)
    expect(report.stopped?.cause).toBe('refused')
    expect(AuthenticationError.is(report.stopped?.error)).toBe(true)
    expect(report.rescanned).toHaveLength(10)
    expect([...report.rescanned.map(({ id }) => id), ...report.remaining]).toEqual(fifty)
    expect(ids().length).toBeLessThanOrEqual(14)
    expect(report.failed).toEqual([])
  })

  it('where the caller has had enough', async () => {
    const controller = new AbortController()
    const { client } = rescanning(async (id, attempt) => {
      if (attempt === 20) controller.abort()
      await new Promise(resolve => setTimeout(resolve, 1))
      return rescanned(id)
    })
    const report = await rescanAll(client, fifty, { signal: controller.signal })
    expect(report.stopped).toEqual({ cause: 'aborted', error: controller.signal.reason })
    expect(report.rescanned.length).toBeGreaterThan(0)
    expect(report.failed).toEqual([])
    expect([...report.rescanned.map(({ id }) => id), ...report.remaining].toSorted()).toEqual(
      fifty.toSorted(),
    )
  })

  it('before it has begun', async () => {
    const { client, ids } = rescanning(rescanned)
    const signal = AbortSignal.abort()
    expect(await rescanAll(client, ['a', 'b', 'a'], { signal })).toEqual({
      rescanned: [],
      failed: [],
      remaining: ['a', 'b'],
      stopped: { cause: 'aborted', error: signal.reason },
    })
    await expect(rescanAll(client, 'all', { signal })).rejects.toBeInstanceOf(AbortedError)
    expect(ids()).toEqual([])
  })

  it('or rejects where the list of the team cannot be had, for nothing was rescanned', async () => {
    for (const status of [401, 500, 429]) {
      const { client, ids } = rescanning(() => refusal(status))
      await expect(rescanAll(client, 'all')).rejects.toMatchObject({ status })
      expect(ids()).toEqual(['entities'])
    }
  })

  it('where onProgress throws, whatever it throws', async () => {
    const { client } = rescanning(rescanned)
    const onProgress = () => {
      throw 'a sentence'
    }
    const report = await rescanAll(client, ['a', 'b', 'c'], { concurrency: 1, onProgress })
    expect(report.rescanned.map(({ id }) => id)).toEqual(['a'])
    expect(report).toMatchObject({ remaining: ['b', 'c'], stopped: { cause: 'failed' } })
    expect(report.stopped?.error).toMatchObject({ cause: 'a sentence' })
  })

  it('and does the rest when it is given what is left', async () => {
    let isRefused = false
    const { client } = rescanning(id => {
      isRefused ||= id === 'e20'
      return isRefused ? refusal(401) : rescanned(id)
    })
    const first = await rescanAll(client, fifty)
    isRefused = false
    const { client: renewed } = rescanning(rescanned)
    const second = await rescanAll(renewed, first.remaining)
    const done = [...first.rescanned, ...second.rescanned].map(({ id }) => id)
    expect(done.toSorted()).toEqual(fifty.toSorted())
  })
})

it('rescanAll tells an abort apart from a failure', async () => {
  const controller = new AbortController()
  const { client } = rescanning(() => {
    controller.abort()
    return refusal(500)
  })
  const report = await rescanAll(client, ['a', 'b'], { concurrency: 1, signal: controller.signal })
  expect(report).toMatchObject({ failed: [], remaining: ['a', 'b'], stopped: { cause: 'aborted' } })
})

it('rescanAll leaves nothing behind on the signal of its caller', async () => {
  const { signal } = new AbortController()
  const { client } = rescanning(rescanned)
  await rescanAll(client, ['a', 'b'], { signal })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
