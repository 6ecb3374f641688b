// Imports a portfolio with BullMQ, one job per part.
// `npx tsx import.ts customers.csv` divides the file and
// starts a worker; `npx tsx import.ts`, on any machine with the file and the
// journals, starts another worker.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, Queue, Worker } from 'bullmq'
import { EntityScreening } from 'entity-screening-sdk'
import * as portfolio from 'entity-screening-sdk/portfolio'

const {
  REDIS_URL: url = 'redis://127.0.0.1:6379',
  REDIS_PREFIX: prefix = 'imports',
} = process.env
const timeout = Number(process.env.SERVICE_TIMEOUT ?? 30_000)
const redis = { connection: { url }, prefix }

// The base URL and the key come from ENTITY_SCREENING_BASE_URL and
// ENTITY_SCREENING_API_KEY.
const client = new EntityScreening({ timeout })
// A file for all workers of one machine. On several machines, use postgresJournals.
const journals = portfolio.sqliteJournals(process.env.JOURNALS ?? 'imports.journal')

interface Part {
  file: string
  partition: portfolio.Partition
}

async function work({ data: { file, partition } }: Job<Part>) {
  const name = `${file}, part ${partition.index} of ${partition.of}`
  const journal = await journals.open(name, { wait: 2 * timeout })
  const options = { partition, journal, recheckDelay: timeout }
  const { created, problems, stopped } = await portfolio.importPortfolio(
    client,
    { file },
    options,
  )
  if (stopped) throw stopped.error
  return { created, problems }
}

const retries = { attempts: 1000, backoff: { type: 'fixed', delay: timeout / 3 } }
const queue = new Queue<Part>('portfolio', { ...redis, defaultJobOptions: retries })
const [file] = process.argv.slice(2)
if (file !== undefined)
  for (const partition of await portfolio.partitionPortfolio({ file }, 4))
    await queue.add('import', { file, partition })
// A job whose worker crashed is stalled, and runs again once its lock has expired.
const crashes = {
  lockDuration: 2 * timeout,
  stalledInterval: timeout,
  maxStalledCount: 1000,
}
const worker = new Worker<Part>('portfolio', work, {
  ...redis,
  ...crashes,
  concurrency: 2,
})
worker.on('error', console.error)
while ((await queue.getJobCountByTypes('waiting', 'active', 'delayed')) > 0)
  await sleep(500)
await worker.close()
await queue.close()
