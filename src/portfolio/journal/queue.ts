import type { LeasedJournal } from './journal.ts'
import type { Lease } from './lease.ts'

/** Does one thing after the other, and writes lines that come meanwhile together. */
export interface Queue {
  append(line: string): Promise<void>
  run<Value>(work: () => Promise<Value>): Promise<Value>
}

/** Of characters: larger statements block for longer than they save. */
const mostTogether = 1_000_000

export function createQueue(write: (lines: readonly string[]) => Promise<void>): Queue {
  let last: Promise<unknown> = Promise.resolve()
  /** Lines that wait for what is under way. */
  let waiting: { lines: string[]; size: number; kept: Promise<void> } | null = null

  function run<Value>(work: () => Promise<Value>): Promise<Value> {
    waiting = null
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  function begin() {
    const lines: string[] = []
    const kept = run(() => {
      if (waiting?.lines === lines) waiting = null
      return write(lines)
    })
    return { lines, size: 0, kept }
  }

  return {
    async append(line) {
      checkLine(line)
      if (waiting === null || waiting.size + line.length > mostTogether) waiting = begin()
      waiting.lines.push(line)
      waiting.size += line.length
      await waiting.kept
    },
    run,
  }
}

/** A journal whose changes go through a queue. Once it is closed, it changes no more. */
export function leasedJournal(
  title: string,
  lease: Lease,
  queue: Queue,
  journal: Omit<LeasedJournal, 'lost' | 'append'>,
): LeasedJournal {
  let isOpen = true
  const requireOpen = () => {
    if (!isOpen) throw new Error(`${title} is closed`)
  }
  return {
    ...journal,
    lost: lease.lost,
    check() {
      requireOpen()
      journal.check()
    },
    async append(line) {
      requireOpen()
      await queue.append(line)
    },
    async replace(lines) {
      requireOpen()
      const all = [...lines]
      all.forEach(checkLine)
      await queue.run(() => journal.replace(all))
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      await journal.close()
    },
  }
}

/** @throws TypeError for what some store would not give back as it was. */
export function checkLine(line: string): void {
  if (typeof line !== 'string') throw new TypeError('line must be text')
  if (/[\n\0]/.test(line)) throw new TypeError('line must not contain a line break or U+0000')
  if (!line.isWellFormed()) throw new TypeError('line must not contain half a character (a lone surrogate)')
}

/** @throws TypeError for what is no name of a journal. */
export function checkName(name: string): void {
  const isName = typeof name === 'string' && name !== '' && [...name].length <= 200
  if (!isName || name.includes('\0') || !name.isWellFormed())
    throw new TypeError('name must be a text of 1 to 200 characters, without U+0000 and lone surrogates')
}
