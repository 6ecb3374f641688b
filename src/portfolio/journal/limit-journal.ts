import { type CallbackLimits, runCallback } from '../../pacing/run-callback.ts'
import { createInterruptible } from '../../pacing/stop-controller.ts'
import type { Journal, LeasedJournal } from './journal.ts'

/** A journal whose methods have time limits. */
export interface LimitedJournal {
  read(): AsyncIterable<string>
  append(line: string): Promise<void>
  /** Closes the journal. Further calls return the same promise. */
  close(): Promise<void>
  /** The lease of a journal with one holder at a time; null for any other journal. */
  readonly lease: Pick<LeasedJournal, 'leaseLost' | 'isTakenOver' | 'check' | 'replace'> | null
}

/** Sets time limits for the methods of a journal, because the caller may pass a custom journal whose methods hang. */
export function limitJournal(journal: Journal | LeasedJournal, limits: CallbackLimits): LimitedJournal {
  const run = <Value>(method: string, call: () => Value | PromiseLike<Value>) =>
    runCallback(`the journal's ${method}`, call, limits)
  let closing: Promise<void> | undefined
  return {
    read,
    append: line => run('append', () => journal.append(line)),
    close() {
      closing ??= run('close', async () => journal.close?.())
      return closing
    },
    lease: 'leaseLost' in journal && 'check' in journal ? limitLease(journal) : null,
  }

  function limitLease(leased: LeasedJournal): LimitedJournal['lease'] {
    const { leaseLost, isTakenOver } = leased
    const check = () => leased.check()
    return {
      leaseLost,
      isTakenOver,
      check,
      replace: lines => run('replace', () => leased.replace(lines)),
    }
  }

  async function* read(): AsyncGenerator<string, void, undefined> {
    const stored = await run<Iterable<string> | AsyncIterable<string>>('read', () => journal.read())
    if (Symbol.iterator in stored) {
      yield* stored
      return
    }
    const lines = createInterruptible(stored)
    try {
      for (;;) {
        const line = await run('read', lines.next)
        if (line === undefined) return
        yield line
      }
    } finally {
      lines.end()
    }
  }
}
