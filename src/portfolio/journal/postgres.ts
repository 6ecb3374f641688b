import { sleep } from '../../pacing/sleep.ts'
import type { JournalStore, LeasedJournal } from './journal.ts'
import { checkTimes, type Lease, takeLease } from './lease.ts'
import { checkLine, checkName, createQueue } from './queue.ts'
import { createStatements, type Statements } from './statements.ts'
import { hasTables, type PostgresQuery, prepareTables, type Row, rowsOf } from './tables.ts'

const defaultTtl = 30_000

/** Of characters: as many go in one statement where all lines are replaced. */
const pageSize = 1_000_000

/** Where journals are kept in Postgres. */
export interface PostgresJournalsOptions {
  /** Sends one statement, over any connection: that of node-postgres, PGlite, pg-boss or another driver. */
  query: PostgresQuery
  /**
   * The schema of the tables, which are created where they are missing.
   *
   * @default 'entity_screening'
   */
  schema?: string | undefined
}

/**
 * Keeps journals in Postgres, version 11 or later, so that processes on any machine can continue each other's imports. It takes
 * your own driver's `query`, of a pool or of a connection outside of transactions. A holder keeps its journal by a lease on the
 * server's clock, and a line is kept only while its token is the current one. A line of which nobody knows whether it was kept,
 * because the connection broke, ends the lease: the next holder reads what is there.
 *
 * @throws TypeError where `schema` is no name that can be used.
 * @example
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const journals = postgresJournals({ query: (text, values) => pool.query(text, values) })
 * const journal = await journals.open('customers')
 * await importPortfolio(client, { file: 'customers.csv' }, { journal })
 */
export function postgresJournals(options: PostgresJournalsOptions): JournalStore {
  const { schema = 'entity_screening' } = options
  if (typeof options.query !== 'function') throw new TypeError('query must be a function')
  const statements = createStatements(schema)
  // What throws at once rejects like any other.
  const query: PostgresQuery = async (text, values) => options.query(text, values)
  let prepared: Promise<void> | null = null

  /** What failed is tried again. */
  async function prepare(): Promise<void> {
    prepared ??= prepareTables(query, schema)
    await prepared.catch(error => {
      prepared = null
      throw error
    })
  }

  return {
    async open(name, { ttl = defaultTtl, wait = 0 } = {}) {
      checkName(name)
      checkTimes(ttl, wait)
      await prepare()
      const title = `journal ${JSON.stringify(name)}`
      for (const begun = performance.now(); ; ) {
        const { taken, begin } = await takeLease(async () =>
          rowsOf(await query(statements.take, [name, String(ttl)])),
        )
        if (taken[0] !== undefined) {
          const journal = createJournal({ query, statements, row: taken[0], title, ttl }, begin)
          try {
            await query(statements.clear, [idOf(taken[0]), tokenOf(taken[0])])
            return journal
          } catch (error) {
            await journal.close()
            throw error
          }
        }
        const [held] = rowsOf(await query(statements.held, [name]))
        const left = wait - (performance.now() - begun)
        if (left <= 0)
          throw new Error(
            `${title} is held by another process until ${held?.until}, or longer if that renews it: wait, or end that process`,
          )
        const pause = Math.min(left, 500, Math.max(20, Number(held?.remaining ?? 0)))
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    },

    async peek(name) {
      checkName(name)
      // Nothing is created to look at.
      if (!(await hasTables(query, schema))) return null
      const rows = rowsOf(await query(statements.peek, [name]))
      const [first] = rows
      if (first === undefined) return null
      return {
        lines: rows.flatMap(({ line }) => line ?? []),
        heldUntil: first.held_until ?? null,
        token: Number(first.token),
      }
    },
  }
}

interface Holding {
  readonly query: PostgresQuery
  readonly statements: Statements
  readonly row: Row
  readonly title: string
  readonly ttl: number
}

type Begin = Awaited<ReturnType<typeof takeLease>>['begin']

const idOf = (row: Row) => row.id ?? ''
const tokenOf = (row: Row) => row.token ?? ''

function createJournal({ query, statements, row, title, ttl }: Holding, begin: Begin): LeasedJournal {
  const held = [idOf(row), tokenOf(row)]
  const heldFor = [...held, String(ttl)]
  let first = Number(row.first_position)
  let next = Number(row.next_position)
  let isOpen = true
  // A statement that waits for another renews nothing: where that hangs, the lease ends in time.
  const lease: Lease = begin({ title, ttl, renew: () => queue.run(renew) })

  function requireOpen(): void {
    if (!isOpen) throw new Error(`${title} is closed`)
  }

  async function renew(): Promise<void> {
    const [kept] = rowsOf(await query(statements.renew, heldFor))
    if (kept === undefined) throw lease.lose(takenOver())
  }

  function takenOver(): Error {
    return new Error(`${title} is lost: another process has taken it over`)
  }

  /** Sends what changes lines, once: whether it was done is unknown where the answer does not come. */
  async function change(statement: string, values: readonly (number | string)[]): Promise<void> {
    lease.check()
    const parameters = [...heldFor, String(next), ...values.map(String)]
    let answer: Row | undefined
    try {
      answer = await lease.renewing(async () => {
        const answered = await unlessAborted(query(statement, parameters), lease.lost)
        return rowsOf(answered)[0]
      })
    } catch (error) {
      if (lease.lost.aborted) throw lease.lost.reason
      const reason = error instanceof Error ? error.message : String(error)
      throw lease.lose(
        new Error(`${title} is lost: a line may or may not have been kept (${reason})`, { cause: error }),
      )
    }
    if (answer?.held !== '1') throw lease.lose(takenOver())
  }

  const queue = createQueue(async lines => {
    await change(statements.write, [next, lines.length, JSON.stringify(lines)])
    next += lines.length
  })

  async function* read(): AsyncGenerator<string> {
    for (let position = first, end = next; position < end; ) {
      const page = rowsOf(await query(statements.page, [idOf(row), String(position), String(end)]))
      if (Number(page[0]?.position) !== position)
        throw new Error(`${title} has lost its line ${position - first + 1}: its tables were changed`)
      for (const { line } of page) yield line ?? ''
      position += page.length
    }
  }

  async function replace(lines: readonly string[]): Promise<void> {
    await query(statements.clear, held)
    let position = next
    for (const page of pagesOf(lines)) {
      await change(statements.write, [position, 0, JSON.stringify(page)])
      position += page.length
    }
    await change(statements.turn, [lines.length])
    first = next
    next += lines.length
  }

  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    if (!lease.lost.aborted) await queue.run(async () => {})
    lease.end()
    const isWhole = String(!lease.lost.aborted)
    // Where it cannot be told it ends by itself, as does the wait for a connection that hangs.
    const ended = new AbortController()
    const released = query(statements.release, [...held, isWhole]).catch(() => {})
    await Promise.race([released, sleep(Math.min(ttl, 5000), ended.signal)])
    ended.abort()
  }

  return {
    token: Number(row.token),
    takenOver: row.taken_over === 'true',
    lost: lease.lost,
    check() {
      requireOpen()
      lease.check()
    },
    read,
    async append(line) {
      requireOpen()
      await queue.append(line)
    },
    async replace(lines) {
      requireOpen()
      const all = [...lines]
      all.forEach(checkLine)
      await queue.run(() => replace(all))
    },
    close,
  }
}

function* pagesOf(lines: readonly string[]): Generator<string[]> {
  let page: string[] = []
  let size = 0
  for (const line of lines) {
    if (size > 0 && size + line.length > pageSize) {
      yield page
      page = []
      size = 0
    }
    page.push(line)
    size += line.length
  }
  if (page.length > 0) yield page
}

/** Rejects as soon as the signal is aborted: a connection may hang for longer than anybody waits. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
