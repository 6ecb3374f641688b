import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { expect, it } from 'vitest'
import { type FaultKind, faultKinds } from '../../../mock-server/faults/fault.ts'
import { countEntities, makePortfolio } from '../portfolio-rows.ts'

const rows = 20_000
const portfolio = makePortfolio(rows)

const details: Partial<Record<FaultKind, object>> = { delay: { delay: 1500 }, rate_limit: { retryAfter: 0 } }

// At the same time, for they mostly wait.
it.concurrent.each(faultKinds)(
  `${rows.toLocaleString('en')} rows arrive once each although one answer of ten is spoiled: %s`,
  // Ten imports share one process: each takes as long as all of them.
  { timeout: 400_000 },
  async kind => {
    const server = createMockServer({ entityLimit: 100_000, clock: 'real', seed: 4 })
    const { apiKey } = server.teams.create()
    server.faults.add({ kind, probability: 0.1, ...details[kind] })
    const { url, close } = await startServer(server)
    const client = new EntityScreening({ apiKey, baseUrl: url, timeout: 1000, logLevel: 'off' })

    const report = await importPortfolio(client, portfolio.csv, {
      batchSize: 500,
      concurrency: 4,
      recheckDelay: 50,
    })

    expect(server.faults.list()[0]?.happened).toBeGreaterThan(0)
    server.faults.remove()
    expect(countEntities(await client.withOptions({ timeout: 10_000 }).entities.list())).toEqual(
      portfolio.expected,
    )
    expect(report).toMatchObject({
      rows,
      created: portfolio.goodLines,
      invalid: portfolio.badLines.length,
      duplicates: portfolio.duplicateLines.length,
      refused: 0,
      possibleDuplicates: 0,
      remaining: 0,
      stopped: null,
    })
    const linesOf = (wanted: string) =>
      report.problems.filter(problem => problem.kind === wanted).map(({ line }) => line)
    expect(linesOf('invalid')).toEqual(portfolio.badLines)
    expect(linesOf('duplicate')).toEqual(portfolio.duplicateLines)
    await close()
  },
)
