import {
  type ImportOptions,
  type ImportReport,
  importPortfolio,
  type Journal,
} from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { createMemoryJournal, createTeam, organization, requireWholeness } from '../team.ts'

const rows = [...Array.from({ length: 300 }, (_, number) => organization(`Company ${number + 1}`)), {}]
const never = () => new Promise<never>(() => {})

const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled.splice(0)
  process.on('unhandledRejection', note)
})
afterEach(() => {
  process.off('unhandledRejection', note)
})

function hangingJournal(method: keyof Journal, from = 1): Journal {
  const journal = { ...createMemoryJournal(), close: async () => {} }
  let calls = 0
  const work = journal[method]
  return {
    ...journal,
    [method]: (line: string) => {
      calls += 1
      return calls < from ? work(line) : never()
    },
  }
}

async function run(options: ImportOptions): Promise<{ report: ImportReport; names: string[]; took: number }> {
  const team = createTeam()
  const begin = performance.now()
  const report = await importPortfolio(team.client, rows, { batchSize: 50, concurrency: 1, ...options })
  requireWholeness(report)
  const took = performance.now() - begin
  // What was left behind may reject by now.
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(unhandled).toEqual([])
  return { report, names: await team.names(), took }
}

describe.concurrent('an import', () => {
  it.each(['onProgress', 'onProblem'] as const)('stops where %s rejects', async name => {
    for (const reason of [new Error('mine'), undefined]) {
      const { report } = await run({ [name]: () => Promise.reject(reason) })
      const message = reason?.message ?? 'what was thrown is no error'
      expect(report.stopped).toMatchObject({ cause: 'failed', error: { message } })
      expect(report.remaining + report.created).toBe(300)
    }
  })

  it('stops where onProgress rejects with an error of the client itself, and reports', async () => {
    const { client } = createTeam()
    const { report } = await run({
      onProgress: async () => {
        await client.entities.create({ type: 'organization', name: '' })
      },
    })
    expect(report.stopped).toMatchObject({ cause: 'failed', error: { name: 'InputValidationError' } })
  })

  it('waits for onProgress before it sends more', async () => {
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

  it.each(['onProgress', 'onProblem'] as const)('ends where %s hangs, after giveUpAfter', async name => {
    const { report, took } = await run({ [name]: never, giveUpAfter: 1 })
    expect(report.stopped).toMatchObject({
      cause: 'failed',
      error: { name: 'CallbackTimeoutError', message: `${name} did not settle within 5000 ms` },
    })
    expect(took).toBeLessThan(20_000)
  })

  it.each(['onProgress', 'onProblem'] as const)(
    'ends where %s hangs, and the signal is aborted',
    async name => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 100)
      const { report, took } = await run({ [name]: never, signal: controller.signal })
      expect(report.stopped?.error).toBeDefined()
      expect(took).toBeLessThan(20_000)
    },
  )

  it('is aborted by onProblem', async () => {
    const controller = new AbortController()
    const { report } = await run({ onProblem: () => controller.abort(), signal: controller.signal })
    expect(report).toMatchObject({ invalid: 1, stopped: { cause: 'aborted' } })
  })

  it.each([1, 3])('stops where append hangs at its call %i, after giveUpAfter', async from => {
    const running = run({ journal: hangingJournal('append', from + 1), giveUpAfter: 1 })
    const { report, names } = await running
    const message = "the journal's append did not settle within 5000 ms"
    expect(report.stopped).toMatchObject({ cause: 'failed', error: { message } })
    expect(names.length).toBe(from === 1 ? 0 : 50)
  })

  it.each(['read', 'append'] as const)(
    'rejects where %s hangs before the first line, after giveUpAfter',
    async method => {
      const error = await failureOf(run({ journal: hangingJournal(method), giveUpAfter: 1 }))
      expect(error).toMatchObject({
        name: 'InputValidationError',
        message: `importPortfolio: journal the journal's ${method} did not settle within 5000 ms`,
      })
    },
  )

  it.each([
    ['read', 1, { rows: 0, hasUnreadRows: true, stopped: { cause: 'aborted' } }],
    ['append', 1, { rows: 0, hasUnreadRows: true, stopped: { cause: 'aborted' } }],
    ['append', 3, { stopped: { cause: 'aborted' } }],
    ['close', 1, { created: 300, stopped: { cause: 'failed', remaining: [] } }],
  ] as const)(
    'ends where %s hangs at its call %i, and the signal is aborted',
    async (method, from, expected) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 1000)
      const { report } = await run({ journal: hangingJournal(method, from), signal: controller.signal })
      expect(report).toMatchObject(expected)
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
