import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { noPostgres, postgresUrl } from '../../find-postgres.ts'
import { type Fire, importUnderFire } from './fire/fire.ts'

/** Half of them are stops where a stopped process can be told from one that works. */
const strikes = Math.ceil(Number(process.env.IMPORT_KILLS ?? 10) / 5)

const small = {
  rows: 3000,
  processes: 4,
  partitions: 4,
  kills: Math.ceil(strikes / 2),
  stops: Math.floor(strikes / 2),
  lag: 0,
  recheckDelay: 600,
  ttl: 2000,
} satisfies Partial<Fire>

const whole = { doubled: 0, lost: 0, wrong: [], afterWaking: 0 }

it(`rows arrive once each by four processes on one Postgres, of which ${small.kills} are killed and ${small.stops} stopped`, async ({
  skip,
}) => {
  if (postgresUrl === null) skip(noPostgres)
  const schema = `test_fire_${crypto.randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  try {
    const place = { postgres: postgresUrl ?? '', schema }
    expect(await importUnderFire({ ...small, place })).toMatchObject({
      ...whole,
      kills: small.kills,
      stops: small.stops,
    })
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`)
    const left = await client.query('select from pg_namespace where nspname = $1', [schema])
    await client.end()
    expect(left.rows).toEqual([])
  }
})

it(`rows arrive once each by two processes on one folder, of which ${small.kills} are killed`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-shared-'))
  try {
    // Of a file's holder that can be seen to be alive nobody takes the journal: none is stopped.
    const fire = { ...small, rows: 2000, processes: 2, stops: 0 }
    expect(await importUnderFire({ ...fire, place: { folder } })).toMatchObject({
      ...whole,
      kills: small.kills,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
