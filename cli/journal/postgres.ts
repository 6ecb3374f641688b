import { setTimeout as wait } from 'node:timers/promises'
import { postgresJournals } from '../../src/portfolio/journal/postgres.ts'
import { createRedaction } from '../../src/transport/redact.ts'
import { FileError, UsageError } from '../usage.ts'
import type { PostgresAddress } from './address.ts'
import { loadDriver } from './driver.ts'
import type { JournalPlace } from './open-journal.ts'

/** In milliseconds: for a connection, for a statement, and for the end of all connections. */
const [connectionTime, statementTime, endTime] = [10_000, 60_000, 5000]

/** A little longer than a lease that is not renewed any more, in milliseconds. */
const leaseTime = 32_000

/** @throws FileError where there is no driver, UsageError where the schema cannot be one. */
export function openPostgres(address: PostgresAddress): JournalPlace {
  const { connection, place, journal, schema, password } = address
  const { Pool } = loadDriver()
  const { text: redact } = createRedaction(password)
  const sentenceOf = (error: unknown) => `Postgres at ${place}: ${redact(describe(error))}`
  const pool = new Pool({
    connectionString: connection,
    application_name: 'entity-screening',
    max: 3,
    keepAlive: true,
    connectionTimeoutMillis: connectionTime,
    query_timeout: statementTime,
  })
  // A connection that breaks while it is idle is replaced by the next one.
  pool.on('error', () => {})
  const journals = createJournals()

  function createJournals() {
    try {
      return postgresJournals({ query, schema })
    } catch (error) {
      throw new UsageError(`--journal: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function query(text: string, values: string[]) {
    return pool.query(text, values).catch(error => {
      throw new Error(sentenceOf(error))
    })
  }

  return {
    title: `journal "${journal}" at ${place}`,
    open: ({ isWanted, onWait }) =>
      orRefuse(() => journals.open(journal, { wait: isWanted ? leaseTime : 0, onWait })),
    inspect: () => orRefuse(() => journals.inspect(journal)),
    async end() {
      const ended = new AbortController()
      await Promise.race([pool.end(), wait(endTime, undefined, ended).catch(() => {})])
      ended.abort()
    },
  }
}

/** Where a name leads to several addresses, the error of all of them says nothing itself. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(one => describe(one)).join('; ')
  return error instanceof Error ? error.message : String(error)
}

async function orRefuse<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new FileError(error instanceof Error ? error.message : String(error))
  }
}
