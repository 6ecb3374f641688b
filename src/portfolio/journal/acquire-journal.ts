import { whenAborted } from '../../pacing/sleep.ts'
import { messageOf } from '../../shared/errors.ts'
import type { RowQuery, SqlRow } from '../../store/sql.ts'
import { type Age, beginAge, createTakenOverError, type LeaseHold } from './create-lease.ts'
import type { JournalStatements } from './create-statements.ts'
import { DamagedJournalError, isStorable, type JournalGlance, type LeasedJournal } from './journal.ts'

/** A journal that has not been acquired yet. */
interface JournalParts {
  readonly query: RowQuery
  readonly statements: JournalStatements
  readonly name: string
  /** The name of the journal, as shown in messages. */
  readonly title: string
  /** The duration of the journal's lease, in milliseconds. */
  readonly ttl: number
  /**
   * Creates the object that checks and renews this process's hold on the journal. `holder` contains the journal's name and
   * token. Each write also checks the token in the database.
   */
  readonly createHold: (holder: string[], age: Age) => LeaseHold
  /** Closes the database if it was opened for this journal. */
  readonly close?: () => void
}

/** A journal that this process holds. */
interface HeldJournal extends Pick<JournalParts, 'query' | 'statements' | 'name' | 'title'> {
  /** The journal's name and this process's token: the first parameters of each write. */
  readonly holder: readonly string[]
  readonly hold: LeaseHold
  /** The current generation of lines. Only its lines are valid. */
  generation: number
  lastPosition: number
  isOpen: boolean
  /** Resolves when all changes that were requested so far have ended. */
  changes: Promise<unknown>
}

/**
 * Acquires a journal that is stored in SQLite or Postgres; null if the journal is in use. Changes are made one after the other.
 * After `close`, no more changes are made.
 */
export async function acquireJournal(parts: JournalParts): Promise<LeasedJournal | null> {
  const { query, statements, name, title, ttl, close = () => {} } = parts
  const age = beginAge()
  const [row] = await query(statements.acquire, [name, `${ttl}`])
  if (row === undefined) return null
  const holder = [name, row.token ?? '']
  const generation = Number(row.generation)
  await query(statements.deleteOtherGenerations, holder)
  const [position] = await query(statements.selectLastPosition, [name, `${generation}`])
  const hold = parts.createHold(holder, age)
  const journal: HeldJournal = {
    query,
    statements,
    name,
    title,
    holder,
    hold,
    generation,
    lastPosition: Number(position?.last),
    isOpen: true,
    changes: Promise.resolve(),
  }
  return {
    token: Number(row.token),
    isTakenOver: row.taken_over === '1',
    leaseLost: hold.leaseLost,
    check: () => checkHeld(journal),
    read: () => readJournal(journal),
    append: line => inTurn(journal, () => appendLine(journal, line)),
    async replace(lines) {
      const copy = Array.isArray(lines) ? [...lines] : lines
      await inTurn(journal, () => replaceLines(journal, copy))
    },
    async close() {
      if (!journal.isOpen) return
      await releaseJournal(journal)
      close()
    },
  }
}

async function releaseJournal(journal: HeldJournal): Promise<void> {
  const { query, statements, holder, hold, changes } = journal
  journal.isOpen = false
  if (!hold.leaseLost.aborted) await changes
  hold.end()
  const released = query(statements.release, [...holder, hold.leaseLost.aborted ? '0' : '1'])
  // An unreachable store delays the caller by at most two seconds.
  await unlessAborted(released, AbortSignal.timeout(2000)).catch(() => {})
}

function checkHeld({ isOpen, title, hold }: HeldJournal): void {
  if (!isOpen) throw new Error(`${title} is closed`)
  hold.check()
}

async function inTurn(journal: HeldJournal, work: () => Promise<void>): Promise<void> {
  checkHeld(journal)
  const done = journal.changes.then(work)
  journal.changes = done.catch(() => {})
  return done
}

async function appendLine(journal: HeldJournal, line: string): Promise<void> {
  const { statements, generation, lastPosition: last } = journal
  await writeChange(journal, statements.append, `${generation}`, `${last + 1}`, line)
  journal.lastPosition += 1
}

/** Writes a new generation of lines. The earlier lines are valid until the journal switches to the new generation. */
async function replaceLines(journal: HeldJournal, lines: Iterable<string>): Promise<void> {
  const { query, statements, holder } = journal
  const generation = journal.generation + 1
  await query(statements.deleteOtherGenerations, [...holder])
  let count = 0
  for (const line of lines) {
    count += 1
    await writeChange(journal, statements.append, `${generation}`, `${count}`, line)
  }
  await writeChange(journal, statements.switchGeneration, `${generation}`)
  journal.generation = generation
  journal.lastPosition = count
  await query(statements.deleteOtherGenerations, [...holder])
}

/**
 * Runs a statement that changes lines of the journal. The statement is never repeated: without a reply, its outcome is unknown,
 * so the process gives up its hold on the journal.
 */
async function writeChange(
  { query, holder, hold, title }: HeldJournal,
  statement: string,
  ...values: string[]
): Promise<void> {
  if (!values.every(isStorable)) throw new TypeError('line must be text without U+0000 and lone surrogates')
  hold.check()
  let rows: readonly SqlRow[]
  try {
    rows = await unlessAborted(query(statement, [...holder, ...values]), hold.leaseLost)
  } catch (error) {
    hold.leaseLost.throwIfAborted()
    const sentence = `${title} is lost: a line may or may not have been kept (${messageOf(error)})`
    throw hold.lose(new Error(sentence, { cause: error }))
  }
  if (rows.length === 0) throw hold.lose(createTakenOverError(title))
  // The file may have been removed while the statement ran.
  hold.check()
}

async function* readJournal(journal: HeldJournal): AsyncGenerator<string> {
  const { query, statements, name, title } = journal
  for (let next = 1; ; ) {
    const page = await query(statements.selectPage, [name, `${journal.generation}`, `${next}`])
    yield* linesInRows(page, title, next)
    next += page.length
    if (page.length === 0) return
  }
}

/** Reads the rows of the statement `inspect`; null if the journal does not exist. */
export function readGlance(rows: readonly SqlRow[], title: string): JournalGlance | null {
  const [first] = rows
  if (first === undefined) return null
  const lines = rows.filter(({ line }) => line !== null)
  return { lines: linesInRows(lines, title, 1), isHeld: first.is_held === '1' }
}

/** @throws DamagedJournalError if a line is missing. @param first the position of the first row. */
function linesInRows(rows: readonly SqlRow[], title: string, first: number): string[] {
  return rows.map(({ position, line }, index) => {
    if (Number(position) === first + index) return line ?? ''
    throw new DamagedJournalError(`${title} has lost its line ${first + index}: its tables were changed`)
  })
}

/** Rejects as soon as the signal is aborted, because a connection may hang. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const release = whenAborted(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(release)
  })
}
