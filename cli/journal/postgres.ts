import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { checkOpening } from '../../src/portfolio/journal/journal.ts'
import { postgresJournals } from '../../src/portfolio/journal/postgres.ts'
import { messageOf } from '../../src/shared/errors.ts'
import { tryDecodeUriComponent } from '../../src/shared/text/try-decode-uri-component.ts'
import { createRedaction } from '../../src/transport/redact.ts'
import { FileError, UsageError } from '../failure.ts'
import type { JournalPlace } from './open-journal.ts'

/** In milliseconds: for a connection, for a statement, and for the end of all connections. */
const [connectionTime, statementTime, endTime] = [10_000, 60_000, 5000]

/** A little longer than a lease that is not renewed any more, in milliseconds. */
const leaseTime = 32_000

const example = 'postgres://user@host:5432/db?journal=NAME'

/**
 * @param text the URL of the database, with the name of the journal; no message repeats it: a password may be in it.
 * @throws FileError where there is no driver, UsageError where that is no such URL.
 */
export function openPostgres(text: string, partition: string | undefined): JournalPlace {
  const url = URL.parse(text)
  if (url === null) throw new UsageError(`--journal must be a file, or a URL such as ${example}`)
  const { searchParams } = url
  const named = searchParams.get('journal')
  if (!named) throw new UsageError(`--journal must name the journal in Postgres, as in ${example}`)
  const journal = partition === undefined ? named : `${named} ${partition}`
  orRefuse(() => checkOpening(journal), '--journal: its ')
  const schema = searchParams.get('schema') ?? undefined
  searchParams.delete('journal')
  searchParams.delete('schema')
  const place = `${url.host || searchParams.get('host') || 'localhost'}${tryDecodeUriComponent(url.pathname)}`
  const { Pool } = loadDriver()
  const { text: redact } = createRedaction(
    searchParams.get('password') ?? tryDecodeUriComponent(url.password),
  )
  const pool = new Pool({
    connectionString: url.href,
    application_name: 'entity-screening',
    max: 3,
    keepAlive: true,
    connectionTimeoutMillis: connectionTime,
    query_timeout: statementTime,
  })
  // A connection that breaks while it is idle is replaced by the next one.
  pool.on('error', () => {})
  const query = (text: string, values: string[]) =>
    pool.query(text, values).catch(error => {
      throw new Error(`Postgres at ${place}: ${redact(describe(error))}`)
    })
  const journals = orRefuse(() => postgresJournals({ query, schema }), '--journal: ')
  const orFail = async <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch(error => {
      throw new FileError(describe(error))
    })
  return {
    title: `journal "${journal}" at ${place}`,
    open: ({ isWanted = true, onWait } = {}) =>
      orFail(journals.open(journal, { wait: isWanted ? leaseTime : 0, onWait })),
    inspect: () => orFail(journals.inspect(journal)),
    async end() {
      const ended = new AbortController()
      await Promise.race([pool.end(), wait(endTime, undefined, ended).catch(() => {})])
      ended.abort()
    },
  }
}

/** node-postgres, an optional install beside this package, or in the working directory: only journals in Postgres need it. */
function loadDriver(): Pick<typeof pg, 'Pool'> {
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const load = createRequire(place)
    try {
      load.resolve('pg')
    } catch {
      continue
    }
    const driver: unknown = load('pg')
    if (isDriver(driver)) return driver
  }
  throw new FileError(
    'a journal in Postgres needs the package pg (node-postgres), which is not installed here: run npm install pg',
  )
}

function isDriver(driver: unknown): driver is Pick<typeof pg, 'Pool'> {
  return typeof driver === 'object' && driver !== null && typeof Reflect.get(driver, 'Pool') === 'function'
}

function orRefuse<Value>(work: () => Value, before: string): Value {
  try {
    return work()
  } catch (error) {
    throw new UsageError(`${before}${describe(error)}`)
  }
}

/** Where a name leads to several addresses, the error of all of them says nothing itself. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(one => describe(one)).join('; ')
  return messageOf(error)
}
