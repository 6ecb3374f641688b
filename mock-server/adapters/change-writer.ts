import { setImmediate as nextTurn } from 'node:timers/promises'
import { isError } from '../../src/shared/errors.ts'
import type { LockedFile } from '../../src/store/file-lock.ts'
import type { Change } from '../changes/change-schema.ts'
import { subjectOf } from '../changes/changes.ts'
import { clockEnd } from '../clock/clock.ts'
import type { MockServer } from '../server.ts'

/** A later change with the same subject replaces the earlier change at its position, so that entities stay in creation order. */
const upsertChange = `
  insert into changes (subject, value) values ($1, $2)
  on conflict (subject) do update set value = excluded.value`

/** The number of changes that are written before other work of the process can run. */
const maxWritesPerTurn = 500

/** The interval at which the time of a fast clock is stored, in milliseconds. */
const storeIntervalMs = 250

/** Writes changes to a state file: all changes of one turn of the event loop in one transaction. */
export interface ChangeWriter {
  readonly database: LockedFile
  /** Called if a transaction fails. */
  readonly onLost: (error: Error) => void
  /** The changes that the next transaction writes. */
  waiting: Change[]
  /** The transaction that has not begun yet; null if there is none. */
  nextTransaction: Promise<void> | null
  /** The transaction that was added last. If a transaction fails, every later one fails too. */
  lastTransaction: Promise<void>
  /** The latest time of the clock that the file contains, in milliseconds since 1970. */
  storedTime: number
}

export function createChangeWriter(database: LockedFile, onLost: (error: Error) => void): ChangeWriter {
  return {
    ...{ database, onLost },
    waiting: [],
    nextTransaction: null,
    lastTransaction: Promise.resolve(),
    storedTime: 0,
  }
}

/** Resolves once the changes are in the file. */
export function storeChanges(writer: ChangeWriter, changes: readonly Change[]): Promise<void> {
  for (const change of changes) writer.waiting.push(change)
  if (writer.nextTransaction === null) {
    writer.nextTransaction = writer.lastTransaction
      .then(() => nextTurn())
      .then(() => writeWaitingChanges(writer))
    writer.lastTransaction = writer.nextTransaction
  }
  return writer.nextTransaction
}

/** Stores all changes that are not stored yet, and then the exact time of the clock. */
export async function storeExactTime(writer: ChangeWriter, { clock }: MockServer): Promise<void> {
  await storeChanges(writer, [])
  writer.storedTime = 0
  await storeChanges(writer, [{ kind: 'clock', ahead: clock.ahead(), now: clock.now() }])
}

/**
 * Stores the time of a fast clock at intervals, because the time passes even if nothing else changes. The stored time is a
 * little ahead of the clock, so that time does not go back if the process is killed. Returns a function that stops the interval.
 */
export function storeTimeAtIntervals(writer: ChangeWriter, { clock }: MockServer): () => void {
  // Only the time of a clock that is faster than real time has to be stored.
  if (clock.speed <= 1) return () => {}
  const storeTime = () => {
    const now = Math.min(clockEnd, Math.round(clock.now() + clock.speed * storeIntervalMs * 2))
    storeChanges(writer, [{ kind: 'clock', ahead: clock.ahead(), now }]).catch(() => {})
  }
  storeTime()
  const timer = setInterval(storeTime, storeIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function writeWaitingChanges(writer: ChangeWriter): Promise<void> {
  const { database, waiting } = writer
  writer.waiting = []
  writer.nextTransaction = null
  try {
    database.check()
    await database.inTransaction(async () => {
      for (const [index, change] of waiting.entries()) {
        writeChange(writer, change)
        if (index % maxWritesPerTurn === maxWritesPerTurn - 1) await nextTurn()
      }
    })
  } catch (error) {
    const failure = isError(error) ? error : new Error(String(error))
    writer.onLost(failure)
    throw failure
  }
}

function writeChange(writer: ChangeWriter, change: Change): void {
  const { database } = writer
  if (change.kind === 'reset') {
    database.runOnce('delete from changes')
    writer.storedTime = 0
  } else if (change.kind === 'clock') {
    // The stored time of a fast clock may be later than the time of this change.
    writer.storedTime = Math.max(writer.storedTime, change.now ?? 0)
    database.runOnce(upsertChange, [subjectOf(change), JSON.stringify({ ...change, now: writer.storedTime })])
  } else database.runOnce(upsertChange, [subjectOf(change), JSON.stringify(change)])
}
