import { sleep, whenAborted } from '../../pacing/sleep.ts'
import { messageOf } from '../../shared/errors.ts'
import { type Row, rowsOf, type SqlQuery } from '../../store/sql.ts'
import { DamagedJournalError, isStorable, type JournalGlance, type LeasedJournal } from './journal.ts'
import { type Hold, type Moment, now, takenOver } from './lease.ts'
import type { Statements } from './statements.ts'

/** A journal that may be free. */
interface JournalParts {
  readonly query: SqlQuery
  readonly statements: Statements
  readonly name: string
  /** As messages name it. */
  readonly title: string
  /** Of its lease, in milliseconds. */
  readonly ttl: number
  /** What keeps others out, by its name and token. The token does too, with each write. */
  readonly holdOf: (held: string[], begun: Moment) => Hold | Promise<Hold>
  /** Closes what was opened for this journal. */
  readonly close?: () => void
}

/** A store that cannot be reached is not waited for any longer, in milliseconds. */
const longestRelease = 2000

/**
 * Takes a journal in tables, in SQLite or in Postgres; null if it is in use. Its changes are made one after the other, and once it
 * is closed, none is.
 */
export async function takeJournal(parts: JournalParts): Promise<LeasedJournal | null> {
  const { query, statements, name, title, ttl, close = () => {} } = parts
  const begun = now()
  const [row] = rowsOf(await query(statements.take, [name, String(ttl)]))
  if (row === undefined) return null
  const held = [name, row.token ?? '']
  const hold = await parts.holdOf(held, begun)
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
    append: line =>
      inTurn(async () => {
        await write(generation, last + 1, line)
        last += 1
      }),
    replace: lines => inTurn(() => writeAll(lines)),
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

  async function inTurn(work: () => Promise<void>): Promise<void> {
    requireOpen()
    const done = underWay.then(work)
    underWay = done.catch(() => {})
    return done
  }

  async function write(into: number, position: number, line: string): Promise<void> {
    if (!isStorable(line)) throw new TypeError('line must be text without U+0000 and lone surrogates')
    await change(statements.append, [String(into), String(position), line])
  }

  /** Until the journal turns to the new lines it has the old ones. */
  async function writeAll(lines: Iterable<string>): Promise<void> {
    await query(statements.clear, held)
    let count = 0
    for (const line of lines) {
      count += 1
      await write(generation + 1, count, line)
    }
    await change(statements.turn, [String(generation + 1)])
    generation += 1
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
      const sentence = `${title} is lost: a line may or may not have been kept (${messageOf(error)})`
      throw hold.lose(new Error(sentence, { cause: error }))
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
    const ended = new AbortController()
    const released = query(statements.release, [...held, hold.lost.aborted ? '0' : '1']).catch(() => {})
    await Promise.race([released, sleep(longestRelease, ended.signal)])
    ended.abort()
    close()
  }
}

/** What `inspect` has returned: null if there is no such journal. */
export function glanceOf(rows: readonly Row[], title: string): JournalGlance | null {
  const [first] = rows
  if (first === undefined) return null
  const kept = rows.filter(({ line }) => line !== null)
  return { lines: linesIn(kept, title, 1), isHeld: first.is_held === '1' }
}

/** @throws DamagedJournalError where the lines from the position `first` on are not all there. */
function linesIn(rows: readonly Row[], title: string, first: number): string[] {
  return rows.map(({ position, line }, at) => {
    if (Number(position) === first + at) return line ?? ''
    throw new DamagedJournalError(`${title} has lost its line ${first + at}: its tables were changed`)
  })
}

/** Rejects as soon as the signal is aborted: a connection may hang for longer than a caller waits. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const release = whenAborted(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(release)
  })
}
