import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import type { ImportReport } from 'entity-screening-sdk/portfolio'
import { expect } from 'vitest'
import { countEntities, makePortfolio } from '../portfolio/portfolio-rows.ts'

/** What a job answers. */
export type Outcome = Pick<ImportReport, 'created' | 'problems'>

/**
 * Runs the example as a worker that divides a portfolio, kills it while requests are under way, and runs it as another worker.
 *
 * @param outcomes what the jobs answered.
 */
export async function killWorker(
  example: string,
  environment: Readonly<Record<string, string>>,
  outcomes: () => Promise<readonly Outcome[]>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-queue-'))
  const file = join(folder, 'customers.csv')
  const portfolio = makePortfolio(6000)
  await writeFile(file, portfolio.csv)
  const server = createMockServer({ entityLimit: 10_000, clock: 'real' })
  const { apiKey } = server.teams.create()
  const { url, close } = await startServer(server)
  for (const kind of ['lost_answer', 'truncated', 'reset'] as const)
    server.faults.add({ operation: 'createEntitiesBulk', kind, probability: 0.2, times: 1 })
  server.faults.add({ operation: 'createEntitiesBulk', delay: 200 })
  const team = new EntityScreening({ apiKey, baseUrl: url })
  const env = {
    ...process.env,
    ...environment,
    JOURNALS: join(folder, 'journals'),
    ENTITY_SCREENING_BASE_URL: url,
    ENTITY_SCREENING_API_KEY: apiKey,
    SERVICE_TIMEOUT: '1000',
  }
  const start = (...parameters: string[]) => startWorker(example, env, parameters)
  const workers: ChildProcess[] = []
  try {
    const first = start(file)
    workers.push(first.child)
    const sent = () => server.requests.list().filter(({ path }) => path === '/v1/entities/bulk').length
    await expect.poll(sent, { timeout: 15_000, interval: 5 }).toBeGreaterThanOrEqual(2)
    first.child.kill('SIGKILL')
    await first.ended
    const created = (await team.entities.list()).length
    expect(created).toBeLessThan(portfolio.goodLines)

    const second = start()
    workers.push(second.child)
    expect(await second.ended).toEqual({ status: 0, complaint: expect.not.stringContaining('Error') })
    expect(countEntities(await team.entities.list())).toEqual(portfolio.expected)
    const answered = await outcomes()
    expect(answered).toHaveLength(4)
    expect(answered.reduce((sum, outcome) => sum + outcome.created, 0)).toBe(portfolio.goodLines)
    const lines = answered.flatMap(({ problems }) => problems.map(({ line }) => line))
    expect(lines.toSorted((a, b) => a - b)).toEqual(
      [...portfolio.badLines, ...portfolio.duplicateLines].toSorted((a, b) => a - b),
    )
  } finally {
    for (const child of workers) child.kill('SIGKILL')
    await close()
    await rm(folder, { recursive: true })
  }
}

function startWorker(example: string, env: NodeJS.ProcessEnv, parameters: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', example, ...parameters], { env })
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  const ended = once(child, 'close').then(([status]) => ({ status, complaint }))
  return { child, ended }
}
