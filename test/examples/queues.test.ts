import { Queue } from 'bullmq'
import pg from 'pg'
import PgBoss from 'pg-boss'
import { expect, it } from 'vitest'
import { noPostgres, postgresUrl } from '../find-postgres.ts'
import { noRedis, redisUrl } from '../find-redis.ts'
import { killWorker, type Outcome } from './queues.ts'

it.skipIf(postgresUrl === null)(
  `a worker of pg-boss is killed, and another one completes its jobs${postgresUrl === null ? ` (${noPostgres})` : ''}`,
  { timeout: 60_000 },
  async () => {
    const connectionString = postgresUrl ?? ''
    const schema = `test_pg_boss_${crypto.randomUUID().slice(0, 8)}`
    // Looks for jobs whose time is over each second; they get less of it here.
    const boss = new PgBoss({ connectionString, schema, maintenanceIntervalSeconds: 1 })
    boss.on('error', () => {})
    const pool = new pg.Pool({ connectionString, max: 1 })
    try {
      await boss.start()
      const options = { name: 'portfolio', expireInSeconds: 6, retryLimit: 50, retryDelay: 0 }
      await boss.createQueue('portfolio', options)
      const environment = { DATABASE_URL: connectionString, DATABASE_SCHEMA: schema }
      await killWorker('examples/22-import-with-pg-boss.ts', environment, async () => {
        const { rows } = await pool.query(`select output from ${schema}.job where state = 'completed'`)
        return rows.map<Outcome>(({ output }) => output)
      })
    } finally {
      await boss.stop({ graceful: false })
      await pool.query(`drop schema if exists ${schema} cascade`)
      await pool.end()
    }
  },
)

it.skipIf(redisUrl === null)(
  `a worker of BullMQ is killed, and another one completes its jobs${redisUrl === null ? ` (${noRedis})` : ''}`,
  { timeout: 60_000 },
  async () => {
    const url = redisUrl ?? ''
    const prefix = `test-${crypto.randomUUID().slice(0, 8)}`
    const queue = new Queue('portfolio', { connection: { url }, prefix })
    try {
      const environment = { REDIS_URL: url, REDIS_PREFIX: prefix }
      await killWorker('examples/23-import-with-bullmq.ts', environment, async () => {
        const jobs = await queue.getCompleted()
        return jobs.map<Outcome>(({ returnvalue }) => returnvalue)
      })
      expect(await queue.getFailedCount()).toBe(0)
    } finally {
      await queue.obliterate({ force: true })
      await queue.close()
    }
  },
)
