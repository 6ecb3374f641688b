import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { importUnderFire } from '../test/portfolio/import/fire/fire.ts'

/**
 * `npm run bench:import-fire -- [--kills 50] [--stops 20] [--lag 0] [--files]`: processes that share journals, in Postgres or in a
 * folder, import 20,000 rows while they are killed, or stopped for longer than their leases, and each kind of fault spoils one
 * response in ten. Exits with 1 if a row is lost or doubled.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    stops: { type: 'string', default: '20' },
    lag: { type: 'string', default: '0' },
    rows: { type: 'string', default: '20000' },
    partitions: { type: 'string', default: '8' },
    processes: { type: 'string', default: '4' },
    files: { type: 'boolean', default: false },
  },
})
const { kills, stops, lag, rows, partitions, processes, files } = values
const postgres = process.env.TEST_POSTGRES_URL ?? 'postgres://root@127.0.0.1:5432/test'
const schema = `fire_${crypto.randomUUID().slice(0, 8)}`
const folder = await mkdtemp(join(tmpdir(), 'entity-screening-fire-journals-'))
try {
  const outcome = await importUnderFire({
    place: files ? { folder } : { postgres, schema },
    rows: Number(rows),
    partitions: Number(partitions),
    processes: Number(processes),
    kills: Number(kills),
    // No process takes a journal file from a process that is alive.
    stops: files ? 0 : Number(stops),
    lag: Number(lag),
    recheckDelay: 600 + 1.2 * Number(lag),
    ttl: 5000,
    log: line => process.stderr.write(`${line}\n`),
  })
  console.log(JSON.stringify(outcome))
  const faults = outcome.doubled + outcome.lost + outcome.wrong.length + outcome.afterWaking
  process.exitCode = faults > 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true })
  if (!files) await dropSchema()
}

async function dropSchema(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  await client.query(`drop schema if exists ${schema} cascade`)
  await client.end()
}
