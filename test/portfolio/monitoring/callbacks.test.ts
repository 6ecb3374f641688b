import { EntityScreening } from 'entity-screening-sdk'
import { type Journal, rescanAll, type WatchOptions, watchEntities } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { changingTeam, never, refuseUnhandledRejections, watch } from './changing-team.ts'
import { rescanned, rescanning } from './rescanning.ts'
import { type Listed, wireOf } from './watching.ts'

const ids = Array.from({ length: 20 }, (_, number) => `e${number}`)

refuseUnhandledRejections()

describe.concurrent('a watch', () => {
  it('needs only the methods that it calls, without onCheck', async () => {
    const { entities } = changingTeam()
    const fake = {
      entities: { stream: () => entities.stream(), network: (id: string) => entities.network(id) },
    } as unknown as EntityScreening
    const report = await watchEntities(fake, { checks: 2, every: 1, networks: 'never', onChange() {} })
    expect(report).toMatchObject({ checks: 2, stopped: null })
  })

  it('does not wait for onCheck, and logs what it throws or rejects with', async () => {
    const logged: unknown[] = []
    const logger = { error: (line: unknown) => logged.push(line), warn() {}, info() {}, debug() {} }
    const client = changingTeam().withOptions({ logger, logLevel: 'error' })
    for (const onCheck of [
      never,
      () => Promise.reject(new Error('mine')),
      () => {
        throw new Error('mine')
      },
    ]) {
      const options = { onChange() {}, networks: 'never', every: 1, checks: 2 } as const
      const report = await watchEntities(client, { ...options, onCheck })
      expect(report).toMatchObject({ checks: 2, stopped: null })
    }
    expect(logged).toEqual(Array(4).fill('entity-screening onCheck failed: mine'))
  })

  it('awaits append and close of its journal to their end after an abort', async () => {
    const controller = new AbortController()
    const ended: string[] = []
    const slowly = (method: string) => async () => {
      controller.abort()
      await new Promise(resolve => setTimeout(resolve, 50))
      ended.push(method)
    }
    const state: Journal = { read: async () => [], append: slowly('append'), close: slowly('close') }
    const report = await watch({ state, signal: controller.signal })
    expect(report.stopped).toMatchObject({ cause: 'aborted' })
    expect(ended).toEqual(['append', 'close'])
  })

  it('copies its options before the call returns', async () => {
    const watched: { id: string } = { id: 'one' }
    const list = [watched]
    const missing: (readonly string[])[] = []
    const options: WatchOptions = {
      onChange() {},
      ids: list,
      networks: 'never',
      every: 1,
      checks: 2,
      onCheck: check => void missing.push(check.missing),
    }
    const watching = watchEntities(changingTeam(), options)
    watched.id = 'two'
    list.push({ id: 'three' })
    Object.assign(options, { onCheck: undefined, checks: 0 })
    expect(await watching).toMatchObject({ checks: 2, stopped: null })
    expect(missing).toEqual([[], []])
  })
})

describe.concurrent('rescanAll', () => {
  it('stops where onProgress rejects', async () => {
    const { client } = rescanning(rescanned)
    const report = await rescanAll(client, ids, { onProgress: () => Promise.reject(new Error('mine')) })
    expect(report.stopped).toMatchObject({ cause: 'failed', error: { message: 'mine' } })
    expect(report.rescanned.length + report.remaining.length).toBe(20)
    expect(report.remaining).not.toEqual([])
  })

  it('copies its list before the call returns', async () => {
    const { client, ids: asked } = rescanning(rescanned)
    const entity = { id: 'a' }
    const list = [entity, { id: 'b' }]
    const running = rescanAll(client, list, { concurrency: 1 })
    entity.id = 'changed'
    list.push({ id: 'late' })
    await running
    expect(asked()).toEqual(['a', 'b'])
  })
})

describe('a list that is not whole decides nothing', () => {
  const listed = (all: readonly Listed[], more: object) => Response.json({ data: all.map(wireOf), ...more })

  it.each(['strict', 'lenient', 'off'] as const)('with validation %s', async validation => {
    let isPart = false
    const asked: (string | undefined)[] = []
    const client = new EntityScreening({
      apiKey: 'a-key-of-a-test',
      baseUrl: 'https://screening.example',
      maxRetries: 0,
      logLevel: 'off',
      validation,
      async fetch(_, { method }) {
        asked.push(method)
        const all = [{ id: 'one' }, { id: 'two' }]
        return isPart
          ? listed(all.slice(0, 1), { next: '/v1/entities?page=2' })
          : Response.json(all.map(wireOf))
      },
    })
    const changes: unknown[] = []
    const report = await watchEntities(client, {
      networks: 'never',
      every: 1,
      checks: 3,
      onChange: event => void changes.push(event),
      onCheck: () => {
        isPart = true
      },
    })
    expect(changes).toEqual([])
    expect(report.stopped).toMatchObject({ cause: 'failed', error: { name: 'ResponseValidationError' } })
    asked.splice(0)
    await expect(rescanAll(client, 'all')).rejects.toMatchObject({ name: 'ResponseValidationError' })
    expect(asked).toEqual(['GET'])
  })
})
