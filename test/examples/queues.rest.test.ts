import { Queue } from 'bullmq'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { expect, it, onTestFinished } from 'vitest'
import { noPostgres, postgresUrl } from '../find-postgres.ts'
import { noRedis, redisUrl } from '../find-redis.ts'
import { killWorker, type Outcome } from './queues.ts'

const unless = (isFound: boolean, reason: string) => (isFound ? '' : ` (skipped: ${reason})`)

it.skipIf(postgresUrl === null)(
  `a worker of pg-boss is killed, and another one completes its jobs${unless(postgresUrl !== null, noPostgres)}`,
  async () => {
    const connectionString = postgresUrl ?? ''
    const schema = `test_pg_boss_${crypto.randomUUID().slice(0, 8)}`
    const pool = new pg.Pool({ connectionString, max: 1 })
    const boss = new PgBoss({ connectionString, schema })
    boss.on('error', () => {})
    onTestFinished(async () => {
      await boss.stop({ graceful: false })
      await pool.query(`drop schema if exists ${schema} cascade`)
      await pool.end()
    })
    await boss.start()
    const options = { expireInSeconds: 600, retryLimit: 1000, retryDelay: 0 }
    await boss.createQueue('portfolio', options)
    await killWorker({
      file: 'examples/23-import-with-pg-boss.ts',
      environment: { DATABASE_URL: connectionString, DATABASE_SCHEMA: schema },
      async afterKill() {
        // Its time is over at once.
        const begun = `update ${schema}.job set started_on = started_on - interval '1 hour' where state = 'active'`
        expect((await pool.query(begun)).rowCount).toBeGreaterThan(0)
        await boss.supervise('portfolio')
      },
      async outcomes() {
        const { rows } = await pool.query(`select output from ${schema}.job where state = 'completed'`)
        return rows.map<Outcome>(({ output }) => output)
      },
    })
  },
)

it.skipIf(redisUrl === null)(
  `a worker of BullMQ is killed, and another one completes its jobs${unless(redisUrl !== null, noRedis)}`,
  async () => {
    const connection = { url: redisUrl ?? '' }
    const prefix = `test-${crypto.randomUUID().slice(0, 8)}`
    const queue = new Queue('portfolio', { connection, prefix })
    onTestFinished(async () => {
      await queue.obliterate({ force: true })
      await queue.close()
    })
    await killWorker({
      file: 'examples/24-import-with-bullmq.ts',
      environment: { REDIS_URL: connection.url, REDIS_PREFIX: prefix },
      async outcomes() {
        const jobs = await queue.getCompleted()
        return jobs.map<Outcome>(({ returnvalue }) => returnvalue)
      },
    })
    expect(await queue.getFailedCount()).toBe(0)
  },
)
