/**
 * A place that keeps lines of text, in the order in which they were appended, for as long as an import may be run again.
 *
 * @example
 * const lines: string[] = JSON.parse(localStorage.getItem('import') ?? '[]')
 * const journal: Journal = {
 *   read: async () => [...lines],
 *   append: async line => {
 *     lines.push(line)
 *     localStorage.setItem('import', JSON.stringify(lines))
 *   },
 * }
 */
export interface Journal {
  /** All lines so far. Called once, before any `append`. */
  read(): Promise<Iterable<string>> | AsyncIterable<string>
  /**
   * Keeps a line. Called again only when the line before is kept: a request is sent after the line that announces it. Where it
   * throws, the import stops, and its report has the error in `stopped`; at the first line, the promise rejects instead.
   */
  append(line: string): Promise<void>
  /** Called when the import has ended, however it did. */
  close?: (() => Promise<void>) | undefined
}

/**
 * A journal that one holder has at a time, for as long as it renews its lease. It renews it by itself, three times within the
 * lease, and keeps no process running by that.
 *
 * @example
 * const journal = await fileJournals('journals').open('customers')
 * for await (const line of journal.read()) console.log(line)
 * await journal.append('{"sent":1}')
 * journal.check() // throws where another process may have the journal by now
 * await client.entities.create({ type: 'person', name: 'Ilse Brandt' }, { signal: journal.lost })
 * await journal.close()
 */
export interface LeasedJournal extends Journal {
  read(): AsyncIterable<string>
  /**
   * Keeps a line, which must not contain a line break. Lines that come while others are being written are written together, in
   * order. Rejects once another holder has a higher token, and for good after a line of which nobody knows whether it was kept.
   */
  append(line: string): Promise<void>
  /** Grows with each holder. */
  readonly token: number
  /** Whether an earlier holder never closed it, killed ones included: its requests may still be on the wire. */
  readonly takenOver: boolean
  /** Aborted before the lease can end, so that requests are aborted in time. Its reason is an error that says why. */
  readonly lost: AbortSignal
  /**
   * Throws where the lease is lost, or too old to be sure of. Synchronous and by the clock, so that a process that was paused
   * finds out when it wakes: call it right before each request.
   */
  check(): void
  /** Replaces all lines at once, or none of them. */
  replace(lines: Iterable<string>): Promise<void>
  /**
   * Gives the lease back. One that was lost ends as that of a killed process: the next holder finds `takenOver`. Never rejects
   * because the store cannot be reached: the lease then ends by itself.
   */
  close(): Promise<void>
}

/**
 * How a journal is opened.
 *
 * @example
 * const options: OpenJournalOptions = { ttl: 60_000, wait: 120_000 }
 * const journal = await fileJournals('journals').open('customers', options)
 * await journal.close()
 */
export interface OpenJournalOptions {
  /**
   * Milliseconds for which the journal stays with a holder that gives no sign of life, from 300 on.
   *
   * @default 10000 in files, 30000 in Postgres
   */
  ttl?: number | undefined
  /**
   * Milliseconds to wait for a journal that another has.
   *
   * @default 0
   */
  wait?: number | undefined
}

/** A journal, looked at without a lease. */
export interface JournalGlance {
  /** The lines that are kept. */
  readonly lines: readonly string[]
  /** When the lease of its holder ends, unless that renews it: an ISO date. Null where nobody has it. */
  readonly heldUntil: string | null
  /** The last holder's token; 0 where that is not known, as of a file that was given back. */
  readonly token: number
}

/**
 * A place for many journals, by name: up to 200 characters of any text. Several processes can share it.
 *
 * @example
 * const journals: JournalStore = fileJournals('journals')
 * const journal = await journals.open('customers, part 2 of 8', { wait: 60_000 })
 * const glance = await journals.peek('customers, part 2 of 8')
 * console.log(`held until ${glance?.heldUntil}`)
 * await journal.close()
 */
export interface JournalStore {
  /**
   * Opens a journal, and creates it where there is none.
   *
   * @throws Error where another holder has it, saying until when.
   */
  open(name: string, options?: OpenJournalOptions): Promise<LeasedJournal>
  /** Looks at a journal without opening it. Null where there is none. */
  peek(name: string): Promise<JournalGlance | null>
}

/** Reads either kind of journal. */
export async function* readLines(journal: Journal): AsyncGenerator<string> {
  yield* await journal.read()
}

/** What a line says; undefined for what is no JSON text. */
export function parseLine(line: unknown): unknown {
  try {
    return typeof line === 'string' ? JSON.parse(line) : undefined
  } catch {
    return undefined
  }
}
