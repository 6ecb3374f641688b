import { type ImportOptions, type ImportReport, importPortfolio } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryJournal, createTeam, organization, requireWholeness } from '../team.ts'

const rows = [...Array.from({ length: 300 }, (_, number) => organization(`Company ${number + 1}`)), {}]

const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled.splice(0)
  process.on('unhandledRejection', note)
})
afterEach(() => {
  process.off('unhandledRejection', note)
})

async function run(options: ImportOptions): Promise<{ report: ImportReport; names: string[] }> {
  const team = createTeam()
  const report = await importPortfolio(team.client, rows, { batchSize: 50, concurrency: 1, ...options })
  requireWholeness(report)
  // What was left behind may reject by now.
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(unhandled).toEqual([])
  return { report, names: await team.names() }
}

describe.concurrent('an import', () => {
  it.each(['onProgress', 'onProblem'] as const)('stops where %s rejects', { tags: 'long' }, async name => {
    for (const reason of [new Error('mine'), undefined]) {
      const { report } = await run({ [name]: () => Promise.reject(reason) })
      const message = reason?.message ?? 'what was thrown is no error'
      expect(report.stopped).toMatchObject({ cause: 'failed', error: { message } })
      expect(report.remaining + report.created).toBe(300)
    }
  })

  it('stops where onProgress rejects with an error of the client itself, and reports', {
    tags: 'long',
  }, async () => {
    const { client } = createTeam()
    const { report } = await run({
      onProgress: async () => {
        await client.entities.create({ type: 'organization', name: '' })
      },
    })
    expect(report.stopped).toMatchObject({ cause: 'failed', error: { name: 'InputValidationError' } })
  })

  it('waits for onProgress before it sends the parts of a refused batch', { tags: 'long' }, async () => {
    const { client, server } = createTeam()
    server.faults.add({ operation: 'createEntitiesBulk', status: 400, times: 1 })
    let isPending = false
    let sentWhilePending = 0
    const watched = client.withOptions({
      hooks: {
        beforeRequest({ operation }) {
          if (isPending && operation === 'createEntitiesBulk') sentWhilePending += 1
        },
      },
    })
    const report = await importPortfolio(watched, rows.slice(0, 80), {
      batchSize: 40,
      concurrency: 2,
      async onProgress() {
        isPending = true
        await new Promise(resolve => setTimeout(resolve, 30))
        isPending = false
      },
    })
    expect(report).toMatchObject({ created: 80, stopped: null })
    expect(sentWhilePending).toBe(0)
  })

  it('waits for onProgress before it sends more', { tags: 'long' }, async () => {
    let [underWay, most] = [0, 0]
    const { report } = await run({
      async onProgress() {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise(resolve => setTimeout(resolve, 1))
        underWay -= 1
      },
    })
    expect(report).toMatchObject({ created: 300, stopped: null })
    expect(underWay).toBe(0)
    expect(most).toBeLessThan(5)
  })

  it('is aborted by onProblem', { tags: 'long' }, async () => {
    const controller = new AbortController()
    const { report } = await run({ onProblem: () => controller.abort(), signal: controller.signal })
    expect(report).toMatchObject({ invalid: 1, stopped: { cause: 'aborted' } })
  })

  it.each(['append', 'close'] as const)(
    'awaits %s to its end after an abort',
    { tags: 'long' },
    async method => {
      const controller = new AbortController()
      const journal = { ...createMemoryJournal(), close: async () => {} }
      const work = journal[method]
      let underWay = 0
      const slow = async (line: string) => {
        controller.abort()
        underWay += 1
        await new Promise(resolve => setTimeout(resolve, 50))
        await work(line)
        underWay -= 1
      }
      await run({ journal: { ...journal, [method]: slow }, signal: controller.signal })
      expect(underWay).toBe(0)
      expect(controller.signal.aborted).toBe(true)
    },
  )

  it('reports where close throws', async () => {
    const journal = {
      ...createMemoryJournal(),
      close: () => {
        throw new Error('the disk is gone')
      },
    }
    const { report } = await run({ journal })
    expect(report).toMatchObject({
      created: 300,
      stopped: { cause: 'failed', error: { message: 'the disk is gone' }, remaining: [] },
    })
  })
})
