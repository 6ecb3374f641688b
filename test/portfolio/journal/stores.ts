import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type Journal, type JournalStore, readLines } from '../../../src/portfolio/journal/journal.ts'
import { postgresJournals } from '../../../src/portfolio/journal/postgres-journals.ts'
import { sqliteJournals } from '../../../src/portfolio/journal/sqlite-journals.ts'
import type { SqlQuery } from '../../../src/store/sql.ts'
import { postgresUrl } from '../../find-postgres.ts'
import { createStore } from '../monitoring/watching.ts'

/** A store of a test's own. */
export interface OpenStore {
  readonly store: JournalStore
  /** Another one on the same journals, as another process has it. */
  readonly another: () => JournalStore
  /** What a child process is told to open the same journals. */
  readonly place: readonly string[]
  remove(): Promise<void>
}

/** A place in Postgres, with a schema that no other test run has. */
export interface Database extends OpenStore {
  readonly query: SqlQuery
  readonly schema: string
}

/** A reserved word is in it: it is quoted wherever it goes. */
const newSchema = () => `Test_${crypto.randomUUID().slice(0, 8)}`

export async function openFile(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-journals-'))
  const file = join(folder, 'imports.journal')
  return {
    store: sqliteJournals(file),
    another: () => sqliteJournals(file),
    place: ['file', file],
    remove: () => rm(folder, { recursive: true }),
  }
}

/** One journal in memory, whatever its name. */
export function memoryStore(lines: string[] = []): JournalStore & { readonly lines: string[] } {
  return {
    lines,
    open: async () => createStore(lines).open(),
    inspect: async () => ({ lines: [...lines], isHeld: false }),
  }
}

function createDatabase(query: SqlQuery, place: readonly string[], end: () => Promise<void>): Database {
  const schema = newSchema()
  return {
    query,
    schema,
    store: postgresJournals({ query, schema }),
    another: () => postgresJournals({ query, schema }),
    place: [...place, schema],
    async remove() {
      await query(`drop schema if exists "${schema}" cascade`, [])
      await end()
    },
  }
}

/** Takes seconds to start. */
let pglite: Promise<PGlite> | undefined

export async function openPglite(): Promise<Database> {
  pglite ??= PGlite.create()
  const database = await pglite
  return createDatabase(
    (text, values) => database.query(text, values),
    ['pglite'],
    async () => {},
  )
}

export async function openPostgres(): Promise<Database> {
  const pool = new pg.Pool({ connectionString: postgresUrl ?? '', max: 4 })
  return createDatabase(
    (text, values) => pool.query(text, values),
    ['postgres', postgresUrl ?? ''],
    () => pool.end(),
  )
}

type NamedDatabase = [name: string, open: () => Promise<Database>]

export const databases: readonly NamedDatabase[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['Postgres', openPostgres] satisfies NamedDatabase]),
]

/** `*.stores.test.ts` files run twice: in `npm test` on SQLite, and in `npm run test:rest` on each store. */
export const usesDatabases = process.env.TEST_SUITE === 'rest'

export const stores: [string, () => Promise<OpenStore>][] = [
  ['SQLite', openFile],
  ...(usesDatabases ? databases : []),
]

export async function linesOf(journal: Journal): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(journal)) lines.push(line)
  return lines
}
