// Imports a portfolio by jobs of pg-boss, one for each part: `npx tsx import.ts customers.csv` divides the file and works
// on it, and `npx tsx import.ts`, on any machine that can read the file, is one more worker.
import { setTimeout as sleep } from 'node:timers/promises'
import { EntityScreening } from 'entity-screening-sdk'
import * as portfolio from 'entity-screening-sdk/portfolio'
import { postgresJournals } from 'entity-screening-sdk/portfolio/postgres'
import PgBoss from 'pg-boss'

const { DATABASE_URL: connectionString = '', DATABASE_SCHEMA: schema = 'imports' } = process.env
const timeout = Number(process.env.SERVICE_TIMEOUT ?? 30_000)
const queue = 'portfolio'

const boss = new PgBoss({ connectionString, schema })
boss.on('error', console.error)
await boss.start()
// A job gets ten minutes at a time: so long after its start one whose worker crashed is run again.
await boss.createQueue(queue, { name: queue, expireInSeconds: 600, retryLimit: 1000, retryDelay: 10 })

// Address and key come from ENTITY_SCREENING_BASE_URL and ENTITY_SCREENING_API_KEY.
const client = new EntityScreening({ timeout })
const listing = portfolio.sharedListing(client)
const journals = postgresJournals({ schema, query: (text, values) => boss.getDb().executeSql(text, values) })

type Job = PgBoss.Job<{ file: string; partition: portfolio.Partition }>

async function work({ data: { file, partition }, expireInSeconds }: Job) {
  const name = `${file}, part ${partition.index} of ${partition.of}`
  const journal = await journals.open(name, { ttl: timeout, wait: 2 * timeout })
  // Ends in good order before the job's time is over; the next run of the job continues it.
  const signal = AbortSignal.timeout(expireInSeconds * 900)
  const options = { partition, journal, listing, signal, settle: timeout }
  const { created, problems, stopped } = await portfolio.importPortfolio(client, { file }, options)
  if (stopped) throw stopped.error ?? new Error(stopped.cause)
  return { created, problems }
}

const [file] = process.argv.slice(2)
const partitions = file === undefined ? [] : await portfolio.partitionPortfolio({ file }, 4)
for (const partition of partitions) await boss.send(queue, { file, partition })
for (let worker = 0; worker < 2; worker += 1)
  await boss.work(queue, async ([job]: Job[]) => (job === undefined ? null : work(job)))
while ((await boss.getQueueSize(queue, { before: 'completed' })) > 0) await sleep(500)
await boss.stop()
