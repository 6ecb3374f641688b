import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import type { ImportReport } from 'entity-screening-sdk/portfolio'
import { expect, onTestFinished } from 'vitest'
import { countEntities, makePortfolio } from '../portfolio/portfolio-rows.ts'

/** What a job answers. */
export type Outcome = Pick<ImportReport, 'created' | 'problems'>

export interface QueueExample {
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  /** Lets the queue find out that a worker is gone, where that takes long. */
  readonly afterKill?: () => Promise<void>
  /** What the jobs answered. */
  readonly outcomes: () => Promise<readonly Outcome[]>
}

const portfolio = makePortfolio(6000)
const ascending = (lines: readonly number[]) => lines.toSorted((a, b) => a - b)

/** Divides a portfolio, kills the worker while its requests are under way, and has another one complete the jobs. */
export async function killWorker({ file, environment, afterKill, outcomes }: QueueExample): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-queue-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const customers = join(folder, 'customers.csv')
  await writeFile(customers, portfolio.csv)

  const server = createMockServer({ clock: 'real' })
  const { apiKey } = server.teams.create()
  const { url, close } = await startServer(server)
  onTestFinished(close)
  for (const kind of ['lost_response', 'truncated', 'reset'] as const)
    server.faults.add({ operation: 'createEntitiesBulk', kind, probability: 0.2, times: 1 })
  server.faults.add({ operation: 'createEntitiesBulk', delay: 200 })
  const team = new EntityScreening({ apiKey, baseUrl: url })
  const env = {
    ...process.env,
    ...environment,
    JOURNALS: join(folder, 'imports.journal'),
    ENTITY_SCREENING_BASE_URL: url,
    ENTITY_SCREENING_API_KEY: apiKey,
    SERVICE_TIMEOUT: '1500',
  }

  const first = startWorker(env, file, customers)
  const sent = () => server.requests.list().filter(({ path }) => path === '/v1/entities/bulk').length
  await expect.poll(sent, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(2)
  first.child.kill('SIGKILL')
  expect(await first.ended).toMatchObject({ status: null })
  const created = countEntities(await team.entities.list())
  expect(created).not.toEqual(portfolio.expected)
  await afterKill?.()

  const second = startWorker(env, file)
  const { status, complaint } = await second.ended
  // On a busy machine a job may be taken for stalled: it is run again, and nothing doubles.
  const others = complaint
    .split('\n')
    .filter(line => line.includes('Error') && !line.includes('could not renew lock'))
  expect({ status, others }).toEqual({ status: 0, others: [] })
  expect(countEntities(await team.entities.list())).toEqual(portfolio.expected)
  const answered = await outcomes()
  expect(answered).toHaveLength(4)
  expect(answered.reduce((sum, outcome) => sum + outcome.created, 0)).toBe(portfolio.goodLines)
  const lines = answered.flatMap(({ problems }) => problems.map(({ line }) => line))
  expect(ascending(lines)).toEqual(ascending([...portfolio.badLines, ...portfolio.duplicateLines]))
}

function startWorker(env: NodeJS.ProcessEnv, ...parameters: string[]) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', ...parameters], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', chunk => {
    complaint += chunk
  })
  const ended = once(child, 'close').then(([status]) => ({ status, complaint }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}
