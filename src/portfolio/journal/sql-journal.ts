import { whenAborted } from '../../pacing/sleep.ts'
import { type Row, rowsOf, type SqlQuery } from '../../store/sql.ts'
import { DamagedJournalError, type LeasedJournal } from './journal.ts'
import { type Hold, takenOver } from './lease.ts'
import type { Statements } from './statements.ts'

/** A journal that was just taken. */
export interface Taken {
  readonly query: SqlQuery
  readonly statements: Statements
  readonly name: string
  /** As messages name it. */
  readonly title: string
  /** What the statement that took it returned. */
  readonly row: Row
  /** What keeps others out. The token does too, with each write. */
  readonly hold: Hold
  /** What a write that failed is reported as. */
  readonly describe: (error: unknown) => unknown
  /** Closes what was opened for this journal. */
  readonly end: (released: Promise<unknown>) => Promise<void>
}

/** A journal in tables, in SQLite or in Postgres. Its changes are made one after the other, and once it is closed, none is. */
export async function createSqlJournal(taken: Taken): Promise<LeasedJournal> {
  const { query, statements, name, title, row, hold, describe, end } = taken
  const held = [name, row.token ?? '']
  let generation = Number(row.generation)
  let last = 0
  let isOpen = true
  let underWay: Promise<unknown> = Promise.resolve()
  try {
    await query(statements.clear, held)
    const [found] = rowsOf(await query(statements.last, [name, String(generation)]))
    last = Number(found?.last)
  } catch (error) {
    await release()
    throw error
  }

  return {
    token: Number(row.token),
    isTakenOver: row.taken_over === '1',
    lost: hold.lost,
    check() {
      requireOpen()
      hold.check()
    },
    read,
    async append(line) {
      requireOpen()
      checkLine(line)
      await inTurn(async () => {
        await write(generation, last + 1, line)
        last += 1
      })
    },
    async replace(lines) {
      requireOpen()
      await inTurn(() => writeAll(lines))
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      if (!hold.lost.aborted) await underWay
      await release()
    },
  }

  function requireOpen(): void {
    if (!isOpen) throw new Error(`${title} is closed`)
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = underWay.then(work)
    underWay = done.catch(() => {})
    return done
  }

  async function write(into: number, position: number, line: string): Promise<void> {
    await change(statements.append, [String(into), String(position), line])
  }

  /** Until the journal turns to the new lines it has the old ones. */
  async function writeAll(lines: Iterable<string>): Promise<void> {
    await query(statements.clear, held)
    const next = generation + 1
    let count = 0
    for (const line of lines) {
      checkLine(line)
      count += 1
      await write(next, count, line)
    }
    await change(statements.turn, [String(next)])
    generation = next
    last = count
    await query(statements.clear, held)
  }

  /** Sends what changes lines, once: whether it was done is unknown if no reply arrives. */
  async function change(statement: string, values: readonly string[]): Promise<void> {
    hold.check()
    let rows: readonly Row[]
    try {
      rows = rowsOf(await unlessAborted(query(statement, [...held, ...values]), hold.lost))
    } catch (error) {
      hold.lost.throwIfAborted()
      throw hold.lose(describe(error))
    }
    if (rows.length === 0) throw hold.lose(takenOver(title))
    // A file may have been removed in the meantime.
    hold.check()
  }

  async function* read(): AsyncGenerator<string> {
    for (let next = 1; ; ) {
      const page = rowsOf(await query(statements.page, [name, String(generation), String(next)]))
      yield* linesIn(page, title, next)
      next += page.length
      if (page.length === 0) return
    }
  }

  async function release(): Promise<void> {
    hold.end()
    await end(query(statements.release, [...held, hold.lost.aborted ? '0' : '1']).catch(() => {}))
  }
}

/** @throws DamagedJournalError where the lines from the position `first` on are not all there. */
export function linesIn(rows: readonly Row[], title: string, first = 1): string[] {
  return rows.map(({ position, line }, at) => {
    if (Number(position) === first + at) return line ?? ''
    throw new DamagedJournalError(`${title} has lost its line ${first + at}: its tables were changed`)
  })
}

/** @throws TypeError for what some store would not give back as it was. */
function checkLine(line: string): void {
  if (typeof line !== 'string') throw new TypeError('line must be text')
  if (/[\n\0]/.test(line)) throw new TypeError('line must not contain a line break or U+0000')
  if (!line.isWellFormed()) throw new TypeError('line must not contain half a character (a lone surrogate)')
}

/** Rejects as soon as the signal is aborted: a connection may hang for longer than a caller waits. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const release = whenAborted(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(release)
  })
}
