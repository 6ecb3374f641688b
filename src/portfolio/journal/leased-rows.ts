import { sleep } from '../../pacing/sleep.ts'
import { whenAborted } from '../../pacing/when-aborted.ts'
import type { LeasedJournal } from './journal.ts'
import type { Lease, takeLease } from './lease.ts'
import { createQueue, leasedJournal } from './queue.ts'
import type { Statements } from './statements.ts'
import { type PostgresQuery, type Row, rowsOf } from './tables.ts'

/** Of characters: as many go in one statement where all lines are replaced. */
const pageSize = 1_000_000

/** What was taken, and by what it is reached. */
export interface Holding {
  readonly query: PostgresQuery
  readonly statements: Statements
  readonly row: Row
  readonly title: string
  readonly ttl: number
}

type Begin = Awaited<ReturnType<typeof takeLease>>['begin']

/** A journal in rows of Postgres that was just taken, without what an earlier holder did not get to. */
export async function createLeasedRows(holding: Holding, begin: Begin): Promise<LeasedJournal> {
  const { query, statements, row } = holding
  const journal = createJournal(holding, begin)
  try {
    await query(statements.clear, [row.id ?? '', row.token ?? ''])
    return journal
  } catch (error) {
    await journal.close()
    throw error
  }
}

function createJournal({ query, statements, row, title, ttl }: Holding, begin: Begin): LeasedJournal {
  const id = row.id ?? ''
  const held = [id, row.token ?? '']
  const heldFor = [...held, String(ttl)]
  let first = Number(row.first_position)
  let next = Number(row.next_position)
  // A statement that waits for another renews nothing: where that hangs, the lease ends in time.
  const lease: Lease = begin({ title, ttl, renew: () => queue.run(renew) })

  async function renew(): Promise<void> {
    const [kept] = rowsOf(await query(statements.renew, heldFor))
    if (kept === undefined) throw lease.lose(takenOver())
  }

  function takenOver(): Error {
    return new Error(`${title} is lost: another process has taken it over`)
  }

  /** Sends what changes lines, once: whether it was done is unknown where no reply arrives. */
  async function change(statement: string, values: readonly (number | string)[]): Promise<void> {
    lease.check()
    const parameters = [...heldFor, String(next), ...values.map(String)]
    let row: Row | undefined
    try {
      row = await lease.renewing(async () => {
        const result = await unlessAborted(query(statement, parameters), lease.lost)
        return rowsOf(result)[0]
      })
    } catch (error) {
      if (lease.lost.aborted) throw lease.lost.reason
      const reason = error instanceof Error ? error.message : String(error)
      throw lease.lose(
        new Error(`${title} is lost: a line may or may not have been kept (${reason})`, { cause: error }),
      )
    }
    if (row?.held !== '1') throw lease.lose(takenOver())
  }

  const queue = createQueue(async lines => {
    await change(statements.write, [next, lines.length, JSON.stringify(lines)])
    next += lines.length
  })

  async function* read(): AsyncGenerator<string> {
    for (let position = first, end = next; position < end; ) {
      const page = rowsOf(await query(statements.page, [id, String(position), String(end)]))
      if (Number(page[0]?.position) !== position)
        throw new Error(`${title} has lost its line ${position - first + 1}: its tables were changed`)
      for (const { line } of page) yield line ?? ''
      position += page.length
    }
  }

  async function replace(lines: Iterable<string>): Promise<void> {
    await query(statements.clear, held)
    let position = next
    for (const page of pagesOf(lines)) {
      await change(statements.write, [position, 0, JSON.stringify(page)])
      position += page.length
    }
    await change(statements.turn, [position - next])
    first = next
    next = position
  }

  async function close(): Promise<void> {
    if (!lease.lost.aborted) await queue.run(async () => {})
    lease.end()
    const isWhole = String(!lease.lost.aborted)
    // If the server cannot be reached, the lease expires by itself, as does the wait for a connection that hangs.
    const ended = new AbortController()
    const released = query(statements.release, [...held, isWhole]).catch(() => {})
    await Promise.race([released, sleep(Math.min(ttl, 5000), ended.signal)])
    ended.abort()
  }

  return leasedJournal(title, lease, queue, {
    token: Number(row.token),
    isTakenOver: row.taken_over === 'true',
    check: lease.check,
    read,
    replace,
    close,
  })
}

function* pagesOf(lines: Iterable<string>): Generator<string[]> {
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

/** Rejects as soon as the signal is aborted: a connection may hang for longer than a caller waits. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const release = whenAborted(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(release)
  })
}
