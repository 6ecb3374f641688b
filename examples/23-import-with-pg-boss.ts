// Imports a portfolio with pg-boss, one job per part.
// `npx tsx import.ts customers.csv` divides the file and
// starts a worker; `npx tsx import.ts`, on any machine that can read the file,
// starts another worker.
import { setTimeout as sleep } from 'node:timers/promises'
import { EntityScreening } from 'entity-screening-sdk'
import * as portfolio from 'entity-screening-sdk/portfolio'
import { postgresJournals } from 'entity-screening-sdk/portfolio/postgres'
import { PgBoss, type Job as PgBossJob } from 'pg-boss'

const { DATABASE_URL: connectionString = '', DATABASE_SCHEMA: schema = 'imports' } =
  process.env
const timeout = Number(process.env.SERVICE_TIMEOUT ?? 30_000)
const queue = 'portfolio'

const boss = new PgBoss({ connectionString, schema })
boss.on('error', console.error)
await boss.start()
// A job whose worker is silent for a minute runs again.
await boss.createQueue(queue, {
  heartbeatSeconds: 60,
  expireInSeconds: 86_400,
  retryLimit: 1000,
  retryDelay: 10,
})

// The base URL and the key come from ENTITY_SCREENING_BASE_URL and
// ENTITY_SCREENING_API_KEY.
const client = new EntityScreening({ timeout })
const journals = postgresJournals({
  schema,
  query: (text, values) => boss.getDb().executeSql(text, values),
})

type Job = PgBossJob<{ file: string; partition: portfolio.Partition }>

async function work({ data: { file, partition }, signal }: Job) {
  const name = `${file}, part ${partition.index} of ${partition.of}`
  const journal = await journals.open(name, { ttl: timeout, wait: 2 * timeout })
  const options = { partition, journal, signal, recheckDelay: timeout }
  const { created, problems, stopped } = await portfolio.importPortfolio(
    client,
    { file },
    options,
  )
  if (stopped) throw stopped.error
  return { created, problems }
}

const [file] = process.argv.slice(2)
const partitions =
  file === undefined ? [] : await portfolio.partitionPortfolio({ file }, 4)
for (const partition of partitions) await boss.send(queue, { file, partition })
await boss.work(queue, { localConcurrency: 2 }, async ([job]: Job[]) =>
  job === undefined ? null : work(job),
)
const open = `select from ${schema}.job
  where name = $1 and state < 'completed' limit 1`
while ((await boss.getDb().executeSql(open, [queue])).rows.length > 0)
  await sleep(500)
await boss.stop()
