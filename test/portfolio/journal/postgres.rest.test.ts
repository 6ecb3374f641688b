import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LeasedJournal } from '../../../src/portfolio/journal/journal.ts'
import {
  type PostgresJournalsOptions,
  postgresJournals,
} from '../../../src/portfolio/journal/postgres-journals.ts'
import { postgresUrl } from '../../find-postgres.ts'
import { type Database, databases, linesOf, openPostgres } from './stores.ts'

const quoted = (schema: string) => `"${schema}"`

describe.each(databases)('a store in %s', (_, openDatabase) => {
  let database: Database
  beforeEach(async () => {
    database = await openDatabase()
  })
  afterEach(() => database.remove())

  /** Sees each statement, and may keep it from the database, or its answer from the journal. */
  function between(
    intercept: (text: string, send: () => ReturnType<Database['query']>) => ReturnType<Database['query']>,
  ) {
    const { query, schema } = database
    return postgresJournals({
      schema,
      query: (text, values) => intercept(text, () => query(text, values)),
    })
  }

  const takeAway = (name: string) =>
    database.query(`update ${quoted(database.schema)}.journals set lease_end = 0 where name = $1`, [name])

  /** Its holder may renew it between the two. */
  const takeOver = async (name: string): Promise<LeasedJournal> => {
    await takeAway(name)
    const next = await database
      .another()
      .open(name)
      .catch(() => null)
    return next ?? takeOver(name)
  }

  it('creates its tables in its schema, with their version, and refuses those of a later one', async () => {
    const { query, schema, store } = database
    await (await store.open('customers')).close()
    const { rows } = await query('select tablename from pg_tables where schemaname = $1 order by 1', [schema])
    expect(rows).toEqual([{ tablename: 'journal_lines' }, { tablename: 'journals' }])
    await query(`comment on table ${quoted(schema)}.journals is 'entity-screening-sdk, version 2'`, [])
    const sentence = `the table journals in the schema ${quoted(schema)} is not of entity-screening-sdk, version 1, but of entity-screening-sdk, version 2: update the package`
    await expect(database.another().open('customers')).rejects.toThrow(sentence)
    await expect(database.another().inspect('customers')).rejects.toThrow(sentence)
  })

  it('refuses a schema with tables of something else', async () => {
    const { query, schema, store } = database
    await query(`create schema ${quoted(schema)}`, [])
    await query(`create table ${quoted(schema)}.journal_lines (id int)`, [])
    await expect(store.open('a')).rejects.toThrow('already exists')
    expect(await store.inspect('a')).toBeNull()
    await query(`create table ${quoted(schema)}.journals (id int)`, [])
    const sentence = 'but of something else: update the package, or choose another schema'
    await expect(store.open('a')).rejects.toThrow(sentence)
    await expect(store.inspect('a')).rejects.toThrow(sentence)
  })

  it('creates nothing where it is only looked at', async () => {
    const { query, schema, store } = database
    expect(await store.inspect('customers')).toBeNull()
    const { rows } = await query('select from pg_namespace where nspname = $1', [schema])
    expect(rows).toEqual([])
  })

  it('creates its tables once where several begin at once, and again where that failed', async () => {
    const all = Array.from({ length: 6 }, (_store, index) => database.another().open(`customers ${index}`))
    for (const journal of await Promise.all(all)) await journal.close()
    let failures = 1
    const store = between(async (_text, send) => {
      failures -= 1
      if (failures >= 0) throw new Error('no connection')
      return send()
    })
    await expect(store.open('customers')).rejects.toThrow('no connection')
    await (await store.open('customers')).close()
  })

  it.each([
    ['the line was kept', true],
    ['it was not', false],
  ])('loses a journal whose connection broke, and never appends twice: %s', async (_name, isKept) => {
    let broken = false
    const store = between(async (text, send) => {
      if ((!text.includes('insert into') && text.includes('journal_lines')) || !broken) return send()
      if (isKept) await send()
      throw new Error('Connection terminated unexpectedly')
    })
    const journal = await store.open('customers')
    await journal.append('1')
    broken = true
    const sentence = 'a line may or may not have been kept (Connection terminated unexpectedly)'
    const all = await Promise.allSettled([journal.append('2'), journal.append('3')])
    for (const outcome of all)
      expect(outcome).toMatchObject({ reason: { message: expect.stringContaining(sentence) } })
    expect(journal.leaseLost.reason.message).toContain(sentence)
    broken = false
    await expect(journal.append('4')).rejects.toThrow(sentence)
    expect(() => journal.check()).toThrow(sentence)
    await journal.close()
    const next = await database.another().open('customers')
    expect(next.isTakenOver).toBe(true)
    expect(await linesOf(next)).toEqual(isKept ? ['1', '2'] : ['1'])
    await next.close()
  })

  it('keeps a line once that a driver sends a second time', async () => {
    const journal = await between(async (text, send) => {
      if (text.includes('insert into') && text.includes('journal_lines')) await send()
      return send()
    }).open('customers')
    await expect(journal.append('1')).rejects.toThrow('is lost')
    await journal.close()
    expect((await database.store.inspect('customers'))?.lines).toEqual(['1'])
  })

  it('refuses the lines, and the renewals, of a holder whose token is no longer the current one', async () => {
    const [appends, replaces, renews] = await Promise.all([
      database.store.open('a'),
      database.store.open('b'),
      database.store.open('c', { ttl: 600 }),
    ])
    await replaces.append('b')
    for (const name of ['a', 'b', 'c']) {
      const next = await takeOver(name)
      expect(next.isTakenOver).toBe(true)
    }
    const sentence = 'is lost: another process has taken it over'
    await expect(appends.append('late')).rejects.toThrow(`journal "a" ${sentence}`)
    expect(appends.leaseLost.reason.message).toContain(sentence)
    await expect(replaces.replace(['late'])).rejects.toThrow(`journal "b" ${sentence}`)
    await expect.poll(() => renews.leaseLost.aborted, { timeout: 2000 }).toBe(true)
    expect(renews.leaseLost.reason.message).toBe(`journal "c" ${sentence}`)
    for (const journal of [appends, replaces, renews]) await journal.close()
    expect((await database.store.inspect('a'))?.lines).toEqual([])
    expect((await database.store.inspect('b'))?.lines).toEqual(['b'])
    // Nor is it closed by who does not have it.
    await expect(database.store.open('c')).rejects.toThrow('journal "c" is in use by another process')
  })

  it('raises lost in time where a connection hangs, and waits for nothing', async () => {
    let hangs = false
    const store = between((_text, send) => (hangs ? new Promise<never>(() => {}) : send()))
    const journal = await store.open('customers', { ttl: 600 })
    hangs = true
    const begun = performance.now()
    await expect(journal.append('1')).rejects.toThrow('its lease was not renewed for')
    expect(performance.now() - begun).toBeLessThan(650)
    expect(journal.leaseLost.aborted).toBe(true)
    await journal.close()
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  it('has all lines or none replaced, wherever that is broken off', async () => {
    const replaced = Array.from({ length: 3 }, (_line, index) => String(index).repeat(600_000))
    for (const fatal of [1, 2, 3, 4, 5]) {
      let statements = -1
      const name = `customers ${fatal}`
      const journal = await between(async (_text, send) => {
        if (statements >= 0) statements += 1
        if (statements >= fatal) throw new Error('killed')
        return send()
      }).open(name)
      await journal.append('old')
      statements = 0
      await expect(journal.replace(replaced)).rejects.toThrow('killed')
      await journal.close()
      const next = await takeOver(name)
      await next.append('new')
      expect(await linesOf(next)).toEqual(['old', 'new'])
      await next.close()
    }
  })

  it('says that its tables were changed where a line is missing', async () => {
    const journal = await database.store.open('customers')
    for (const line of ['1', '2', '3']) await journal.append(line)
    await database.query(`delete from ${quoted(database.schema)}.journal_lines where line = '1'`, [])
    await expect(linesOf(journal)).rejects.toThrow('journal "customers" has lost its line 1')
    await expect(database.another().inspect('customers')).rejects.toThrow('has lost its line 1')
    await journal.close()
  })

  it('keeps what it acknowledges also where the server answers before it has written', async () => {
    const settings: unknown[] = []
    const journal = await between(async (text, send) => {
      const answer = await send()
      if (text.includes('synchronous_commit')) settings.push(...answer.rows)
      return answer
    }).open('customers')
    await journal.append('1')
    expect(settings).toEqual([expect.objectContaining({ durable: null })])
    await journal.close()
  })

  it.each(['', 'x'.repeat(64), '1a', 'a$b', 'a"b', 'a\0b', 'ö'])(
    'is not made in a schema called %j',
    schema => {
      expect(() => postgresJournals({ query: database.query, schema })).toThrow(
        'schema must be a name of at most 63 letters, digits and "_"',
      )
    },
  )

  it('says what query must be, and answer', async () => {
    // @ts-expect-error: from JavaScript anything may come.
    const options: PostgresJournalsOptions = { query: 'select' }
    expect(() => postgresJournals(options)).toThrow('query must be a function')
    // @ts-expect-error: what another driver answers.
    const other: PostgresJournalsOptions = { query: async () => [] }
    await expect(postgresJournals(other).open('customers')).rejects.toThrow(
      'query must return an object with rows',
    )
  })
})

if (postgresUrl !== null)
  describe('a store in Postgres', () => {
    let database: Database
    beforeEach(async () => {
      database = await openPostgres()
    })
    afterEach(() => database.remove())

    it('takes a single connection, and loses the journal when that is closed', async () => {
      const client = new pg.Client({ connectionString: postgresUrl ?? '' })
      await client.connect()
      const store = postgresJournals({
        query: (text, values) => client.query(text, values),
        schema: database.schema,
      })
      const journal = await store.open('customers')
      await journal.append('1')
      await client.end()
      await expect(journal.append('2')).rejects.toThrow('may or may not have been kept')
      await journal.close()
      await expect(database.store.open('customers')).rejects.toThrow('is in use by another process')
    })

    it('loses the journal whose connection the server ends while a line is on its way', async () => {
      const { query, schema } = database
      const client = new pg.Client({ connectionString: postgresUrl ?? '', application_name: schema })
      client.on('error', () => {})
      await client.connect()
      const store = postgresJournals({ query: (text, values) => client.query(text, values), schema })
      const journal = await store.open('customers')
      const flood = (async () => {
        for (let index = 0; ; index += 1) await journal.append(String(index))
      })()
      setTimeout(
        () =>
          query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
            schema,
          ]),
        100,
      )
      await expect(flood).rejects.toThrow('may or may not have been kept')
      await journal.close()
      await query(`update ${quoted(schema)}.journals set lease_end = 0`, [])
      const next = await database.store.open('customers')
      const lines = await linesOf(next)
      expect(lines).toEqual(lines.map((_, index) => String(index)))
      await next.close()
      await client.end().catch(() => {})
    })

    it("takes pg-boss' own connections", async () => {
      const schema = `test_boss_${crypto.randomUUID().slice(0, 8)}`
      const boss = new PgBoss({
        connectionString: postgresUrl ?? '',
        schema,
        supervise: false,
        schedule: false,
      })
      await boss.start()
      const store = postgresJournals({
        query: (text, values) => boss.getDb().executeSql(text, values),
        schema: database.schema,
      })
      const journal = await store.open('customers')
      await journal.append('1')
      expect(await linesOf(journal)).toEqual(['1'])
      await journal.close()
      await boss.stop({ graceful: false })
      await database.query(`drop schema ${schema} cascade`, [])
    })

    it('turns on what acknowledges only what is written, for its own lines alone', async () => {
      const pool = new pg.Pool({
        connectionString: postgresUrl ?? '',
        max: 1,
        options: '-c synchronous_commit=off',
      })
      const settings: unknown[] = []
      const store = postgresJournals({
        schema: database.schema,
        async query(text, values) {
          const answer = await pool.query(text, values)
          if (text.includes('durable')) settings.push(...answer.rows)
          return answer
        },
      })
      const journal = await store.open('customers')
      await journal.append('1')
      await journal.close()
      expect(settings).toEqual([expect.objectContaining({ durable: 'on' })])
      expect((await pool.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'off' }])
      await pool.end()
    })
  })
