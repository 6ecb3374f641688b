import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { checkOpening } from '../../src/portfolio/journal/journal.ts'
import { postgresJournals } from '../../src/portfolio/journal/postgres-journals.ts'
import { messageOf } from '../../src/shared/errors.ts'
import { tryDecodeUriComponent } from '../../src/shared/text/decode-uri-component.ts'
import { createRedaction } from '../../src/transport/redact.ts'
import { FileError, UsageError } from '../failure.ts'
import type { JournalFlag, UnnamedLocation } from './journal-location.ts'

/** Time limits in milliseconds: for opening a connection, for a statement, and for closing all connections. */
const [connectionTimeout, statementTimeout, endTimeout] = [10_000, 60_000, 5000]

/**
 * How long to wait for a journal that another process holds, in milliseconds. The wait is slightly longer than a lease, which a
 * killed process leaves behind.
 */
const leaseWait = 32_000

const example = 'postgres://user@host:5432/db?journal=NAME'

/**
 * @param flag - The flag that names the journal, for error messages.
 * @param text - The URL of the database, with the name of the journal. It may contain a password, so no message repeats it.
 * @throws FileError if the driver is missing, UsageError if the URL is invalid.
 */
export function locatePostgresJournal(
  flag: JournalFlag,
  text: string,
  partition: string | undefined,
): UnnamedLocation {
  const url = URL.parse(text)
  if (url === null) throw new UsageError(`${flag} must be a file, or a URL such as ${example}`)
  const { searchParams } = url
  const journalName = searchParams.get('journal')
  if (!journalName) throw new UsageError(`${flag} must name the journal in Postgres, as in ${example}`)
  const journal = partition === undefined ? journalName : `${journalName} ${partition}`
  orThrowUsageError(() => checkOpening(journal), `${flag}: its `)
  const schema = searchParams.get('schema') ?? undefined
  searchParams.delete('journal')
  searchParams.delete('schema')
  const server = `${url.host || searchParams.get('host') || 'localhost'}${tryDecodeUriComponent(url.pathname)}`
  const { Pool } = loadDriver()
  const { text: redact } = createRedaction(
    searchParams.get('password') ?? tryDecodeUriComponent(url.password),
  )
  const pool = new Pool({
    connectionString: url.href,
    application_name: 'entity-screening',
    max: 3,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: statementTimeout,
  })
  // An error on an idle connection is ignored, because the pool opens a new connection when it is needed.
  pool.on('error', () => {})
  const query = (text: string, values: string[]) =>
    pool.query(text, values).catch(error => {
      throw new Error(`Postgres at ${server}: ${redact(describePostgresError(error))}`)
    })
  const journals = orThrowUsageError(() => postgresJournals({ query, schema }), `${flag}: `)
  const orThrowFileError = async <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch(error => {
      throw new FileError(describePostgresError(error))
    })
  return {
    title: `journal "${journal}" at ${server}`,
    open: ({ shouldWait = true, onWait } = {}) =>
      orThrowFileError(journals.open(journal, { wait: shouldWait ? leaseWait : 0, onWait })),
    inspect: () => orThrowFileError(journals.inspect(journal)),
    async end() {
      const timeout = new AbortController()
      await Promise.race([pool.end(), wait(endTimeout, undefined, timeout).catch(() => {})])
      timeout.abort()
    },
  }
}

/**
 * Loads node-postgres, which only journals in Postgres need. It may be installed next to this package or in the working
 * directory.
 */
function loadDriver(): Pick<typeof pg, 'Pool'> {
  for (const base of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const load = createRequire(base)
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

function orThrowUsageError<Value>(work: () => Value, prefix: string): Value {
  try {
    return work()
  } catch (error) {
    throw new UsageError(`${prefix}${describePostgresError(error)}`)
  }
}

/**
 * Describes why a connection to Postgres failed. If the host name has several addresses, the error has no message, but contains
 * one error for each address.
 */
function describePostgresError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(cause => describePostgresError(cause)).join('; ')
  return messageOf(error)
}
