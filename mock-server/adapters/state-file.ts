import { chmodSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FileLock, lockFile } from '../../src/store/file-lock.ts'
import { placeOf, watchFiles } from '../../src/store/place.ts'
import type { Row } from '../../src/store/sql.ts'
import { type Kind, openSqlite, type SqliteFile } from '../../src/store/sqlite.ts'
import type { MockServer } from '../server.ts'
import { type Change, readChange } from '../state/changes.ts'
import { keepTime, readClock } from './time.ts'

/** A file that keeps a server's state. */
export interface StateFile {
  /**
   * Stores the exact time and closes.
   *
   * @throws Error if something could not be stored, now or before. What was acknowledged is in the file.
   */
  close(): Promise<void>
}

export interface StateFileOptions {
  /** Ends the reading of a large state. */
  readonly signal?: AbortSignal | undefined
  /** Called once, if a change cannot be stored: the server must end, for it acknowledges no more changes. */
  readonly onLost?: ((error: Error) => void) | undefined
}

const kind: Kind = {
  title: 'a state of a server',
  applicationId: 0x65737331,
  version: 1,
  tables: `
    create table meta (seed integer not null);
    create table clock (id integer primary key, ahead real not null, now real not null);
    create table teams (api_key text primary key, id text not null, entity_limit integer not null);
    create table entities (
      position integer primary key, team text not null, id text not null, value text not null, unique (team, id)
    );
    create table documents (
      team text not null, entity text not null, number integer not null, value text not null,
      primary key (team, entity, number)
    ) without rowid`,
}

/** Changes that are written, and rows that are read, before others have their turn. */
const [mostWritten, mostRead] = [500, 1000]

/**
 * Keeps a server's state in a SQLite file, after loading the file if it has a state. Changes are written before they are
 * acknowledged, those of one turn of the event loop in one transaction: a killed process loses nothing, and no request is there in
 * part. Once a change cannot be written, no more are acknowledged.
 *
 * @throws Error naming the file, if it is in use or cannot be read.
 */
export async function keepStateIn(
  name: string,
  server: MockServer,
  { signal, onLost = () => {} }: StateFileOptions = {},
): Promise<StateFile> {
  const file = await placeOf(name)
  // One that somebody has opened to others is closed to them again.
  chmodSync(file, 0o600)
  const lock = await lockFile(`${file}-lock`)
  if (lock === null) throw new Error(`${file} is in use by another process`)
  try {
    // What is acknowledged outlives a killed process, not a power cut.
    const database = await openSqlite(file, kind, 'normal')
    try {
      // What the server has before: the keys that this start was given.
      const { seed, changes } = server.snapshot()
      await load(file, database, server, seed, signal)
      const given = changes.filter(({ kind }) => kind !== 'clock')
      return await keep(file, lock, database, server, given, onLost)
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function load(
  file: string,
  database: SqliteFile,
  server: MockServer,
  seed: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [meta] = database.now('select seed from meta')
  if (meta === undefined) {
    database.now('insert into meta (seed) values ($1)', [String(seed)])
    return
  }
  if (meta.seed !== String(seed))
    throw new Error(`${file} cannot be read: it was written with --seed ${meta.seed}, not ${seed}`)
  for await (const change of storedChanges(database)) {
    signal?.throwIfAborted()
    try {
      server.apply(readChange(change))
    } catch (error) {
      throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** The clock last: it may lie a little ahead of the last change. */
async function* storedChanges(database: SqliteFile): AsyncGenerator<unknown> {
  for (const { api_key, id, entity_limit } of database.now('select * from teams order by rowid'))
    yield { kind: 'team', apiKey: api_key, id, entityLimit: Number(entity_limit) }
  for await (const { team, value } of pagesOf(database, 'entities', ['position']))
    yield { kind: 'entity', team, entity: JSON.parse(value ?? '') }
  for await (const { team, entity, number, value } of pagesOf(database, 'documents', [
    'team',
    'entity',
    'number',
  ]))
    yield { kind: 'document', team, entity, number: Number(number), document: JSON.parse(value ?? '') }
  for (const { ahead, now } of database.now('select ahead, now from clock'))
    yield { kind: 'clock', ahead: Number(ahead), now: Number(now) }
}

/** Some rows a turn: a state has millions. */
async function* pagesOf(database: SqliteFile, table: string, key: readonly string[]): AsyncGenerator<Row> {
  const order = key.join(', ')
  const after = key.map((_, at) => `$${at + 1}`).join(', ')
  const first = `select * from ${table} order by ${order} limit ${mostRead}`
  const next = `select * from ${table} where (${order}) > (${after}) order by ${order} limit ${mostRead}`
  for (let page = database.now(first); page.length > 0; ) {
    yield* page
    await nextTurn()
    const last = page.at(-1) ?? {}
    page = database.now(
      next,
      key.map(column => last[column] ?? ''),
    )
  }
}

/** A request's changes, which wait to be written. */
interface Batch {
  readonly changes: readonly Change[]
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

async function keep(
  file: string,
  lock: FileLock,
  database: SqliteFile,
  server: MockServer,
  given: readonly Change[],
  onLost: (error: Error) => void,
): Promise<StateFile> {
  let waiting: Batch[] = []
  let isWriting = false
  let failure: Error | null = null
  const checkFiles = await watchFiles([file, `${file}-wal`])
  await store(given)
  const stop = server.onChange(store)
  const stopTime = await keepTime(server, clock => void store([clock]).catch(() => {}))

  return {
    async close() {
      stop()
      stopTime()
      try {
        await store([])
        const { ahead, now } = readClock(server)
        await database.inTransaction(() => {
          database.now('delete from clock')
          write(database, { kind: 'clock', ahead, now })
        })
      } finally {
        database.close()
        lock.release()
      }
    },
  }

  function store(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ changes, resolve, reject })
      if (!isWriting) void writeAll()
    })
  }

  /** Writes what comes in one turn of the event loop in one transaction, then what came meanwhile. */
  async function writeAll(): Promise<void> {
    isWriting = true
    for (await nextTurn(); waiting.length > 0; ) {
      const batches = waiting
      waiting = []
      try {
        if (failure !== null) throw failure
        lock.check()
        checkFiles()
        await database.inTransaction(() => writeBatches(batches))
        for (const { resolve } of batches) resolve()
      } catch (error) {
        const isFirst = failure === null
        failure ??= error instanceof Error ? error : new Error(String(error))
        for (const { reject } of batches) reject(failure)
        if (isFirst) onLost(failure)
      }
    }
    isWriting = false
  }

  async function writeBatches(batches: readonly Batch[]): Promise<void> {
    let written = 0
    for (const { changes } of batches)
      for (const change of changes) {
        write(database, change)
        written += 1
        if (written % mostWritten === 0) await nextTurn()
      }
  }
}

function write(database: SqliteFile, change: Change): void {
  switch (change.kind) {
    case 'reset':
      for (const table of ['entities', 'documents', 'teams', 'clock']) database.now(`delete from ${table}`)
      break
    case 'clock':
      // The time of a faster clock was stored a little ahead.
      database.now(
        `insert into clock (id, ahead, now) values (1, $1, $2)
         on conflict (id) do update set ahead = excluded.ahead, now = max(now, cast(excluded.now as real))`,
        [String(change.ahead), String(change.now ?? 0)],
      )
      break
    case 'team':
      database.now('insert or ignore into teams (api_key, id, entity_limit) values ($1, $2, $3)', [
        change.apiKey,
        change.id,
        String(change.entityLimit),
      ])
      break
    case 'entity':
      database.now(
        `insert into entities (team, id, value) values ($1, $2, $3)
         on conflict (team, id) do update set value = excluded.value`,
        [change.team, change.entity.id, JSON.stringify(change.entity)],
      )
      break
    case 'document':
      database.now('insert or replace into documents (team, entity, number, value) values ($1, $2, $3, $4)', [
        change.team,
        change.entity,
        String(change.number),
        JSON.stringify(change.document),
      ])
  }
}
