import { whenAborted } from '../../pacing/sleep.ts'
import { messageOf } from '../../shared/errors.ts'
import type { RowQuery, SqlRow } from '../../store/sql.ts'
import { type Age, beginAge, createTakenOverError, type LeaseHold } from './create-lease.ts'
import type { createStatements } from './create-statements.ts'
import { DamagedJournalError, isStorable, type JournalGlance, type LeasedJournal } from './journal.ts'

/** A journal that may be free. */
interface JournalParts {
  readonly query: RowQuery
  readonly statements: ReturnType<typeof createStatements>
  readonly name: string
  /** As messages name it. */
  readonly title: string
  /** Of its lease, in milliseconds. */
  readonly ttl: number
  /** What keeps others out, by its name and token. The token does too, with each write. */
  readonly holdOf: (held: string[], age: Age) => LeaseHold
  /** Closes what was opened for this journal. */
  readonly close?: () => void
}

/**
 * Takes a journal in tables, in SQLite or in Postgres; null if it is in use. Its changes are made one after the other, and once it
 * is closed, none is.
 */
export async function takeJournal(parts: JournalParts): Promise<LeasedJournal | null> {
  const { query, statements, name, title, ttl, close = () => {} } = parts
  const age = beginAge()
  const [row] = await query(statements.take, [name, `${ttl}`])
  if (row === undefined) return null
  const held = [name, row.token ?? '']
  let generation = Number(row.generation)
  await query(statements.clear, held)
  const [found] = await query(statements.last, [name, `${generation}`])
  let last = Number(found?.last)
  const hold = parts.holdOf(held, age)
  let isOpen = true
  let underWay: Promise<unknown> = Promise.resolve()

  return {
    token: Number(row.token),
    isTakenOver: row.taken_over === '1',
    lost: hold.lost,
    check,
    read,
    append: line =>
      inTurn(async () => {
        await change(statements.append, `${generation}`, `${last + 1}`, line)
        last += 1
      }),
    async replace(lines) {
      const copy = Array.isArray(lines) ? [...lines] : lines
      await inTurn(() => writeAll(copy))
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      if (!hold.lost.aborted) await underWay
      hold.end()
      const released = query(statements.release, [...held, hold.lost.aborted ? '0' : '1'])
      // A store that cannot be reached is not waited for any longer.
      await unlessAborted(released, AbortSignal.timeout(2000)).catch(() => {})
      close()
    },
  }

  function check(): void {
    if (!isOpen) throw new Error(`${title} is closed`)
    hold.check()
  }

  async function inTurn(work: () => Promise<void>): Promise<void> {
    check()
    const done = underWay.then(work)
    underWay = done.catch(() => {})
    return done
  }

  /** Until the journal turns to the new lines it has the old ones. */
  async function writeAll(lines: Iterable<string>): Promise<void> {
    await query(statements.clear, held)
    let count = 0
    for (const line of lines) {
      count += 1
      await change(statements.append, `${generation + 1}`, `${count}`, line)
    }
    await change(statements.turn, `${generation + 1}`)
    generation += 1
    last = count
    await query(statements.clear, held)
  }

  /** Sends what changes lines, once: whether it was done is unknown if no reply arrives. */
  async function change(statement: string, ...values: string[]): Promise<void> {
    if (!values.every(isStorable)) throw new TypeError('line must be text without U+0000 and lone surrogates')
    hold.check()
    let rows: readonly SqlRow[]
    try {
      rows = await unlessAborted(query(statement, [...held, ...values]), hold.lost)
    } catch (error) {
      hold.lost.throwIfAborted()
      const sentence = `${title} is lost: a line may or may not have been kept (${messageOf(error)})`
      throw hold.lose(new Error(sentence, { cause: error }))
    }
    if (rows.length === 0) throw hold.lose(createTakenOverError(title))
    // A file may have been removed in the meantime.
    hold.check()
  }

  async function* read(): AsyncGenerator<string> {
    for (let next = 1; ; ) {
      const page = await query(statements.page, [name, `${generation}`, `${next}`])
      yield* linesIn(page, title, next)
      next += page.length
      if (page.length === 0) return
    }
  }
}

/** What `inspect` has returned: null if there is no such journal. */
export function glanceOf(rows: readonly SqlRow[], title: string): JournalGlance | null {
  const [first] = rows
  if (first === undefined) return null
  const kept = rows.filter(({ line }) => line !== null)
  return { lines: linesIn(kept, title, 1), isHeld: first.is_held === '1' }
}

/** @throws DamagedJournalError where the lines from the position `first` on are not all there. */
function linesIn(rows: readonly SqlRow[], title: string, first: number): string[] {
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
