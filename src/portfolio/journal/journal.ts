/**
 * Stores lines of text in order. Keep the journal until the import needs no further run.
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
  /** Returns all lines so far. Called once, before any `append`. */
  read(): Promise<Iterable<string>> | AsyncIterable<string>
  /**
   * Stores a line. Called only after the previous line is stored. If this method throws, the import stops; if it throws at the
   * first line, the import rejects.
   */
  append(line: string): Promise<void>
  /** Called when the import has ended. */
  close?: (() => Promise<void>) | undefined
}

/**
 * A journal with one holder at a time. In a file, a lock of the operating system excludes other processes. In Postgres, a lease
 * excludes them. The journal renews its lease by itself; the renewal does not keep the process running. Lines are stored in the
 * order of the calls. `append` rejects once another holder has taken over the journal, and after any line that could not be
 * stored.
 *
 * @example
 * const journal = await sqliteJournals('imports.journal').open('customers')
 * for await (const line of journal.read()) console.log(line)
 * await journal.append('{"sent":1}')
 * // Nothing is sent once another process may have the journal.
 * const options = { signal: journal.leaseLost, beforeSend: () => journal.check() }
 * await client.entities.create({ type: 'person', name: 'Ilse Brandt' }, options)
 * await journal.close()
 */
export interface LeasedJournal extends Journal {
  read(): AsyncIterable<string>
  /** A number that increases each time that a process acquires the journal. */
  readonly token: number
  /**
   * Whether the last holder failed to close the journal, for example because it was killed. The requests of that holder may
   * still be in progress.
   */
  readonly isTakenOver: boolean
  /**
   * A signal that is aborted when this process loses its hold on the journal, always before the lease ends. Pass this signal to
   * requests. The abort reason is an error that states the cause.
   */
  readonly leaseLost: AbortSignal
  /**
   * Throws if this process no longer holds the journal, or may no longer hold it. Call this method right before each request,
   * because the process may have been paused.
   */
  check(): void
  /** Replaces all lines at once. If this fails, the earlier lines remain. */
  replace(lines: Iterable<string>): Promise<void>
  /**
   * Releases the journal, and never rejects. If the hold was lost before, or the store cannot be reached, the next holder gets
   * `isTakenOver: true`.
   */
  close(): Promise<void>
}

/** Options for opening a journal. */
export type OpenJournalOptions = {
  /**
   * In Postgres, milliseconds until the journal of a killed process can be opened again: at least 300, by default 30000. A
   * journal in a file can be opened at once.
   */
  ttl?: number | undefined
  /** Milliseconds to wait for a journal that is in use, by default 0. */
  wait?: number | undefined
  /** Called once when `open` begins to wait for the journal, with the error that `open` would throw without waiting. */
  onWait?: ((error: Error) => void) | undefined
}

/** The content of a journal, read without acquiring the journal. */
export type JournalGlance = {
  /** The stored lines. */
  readonly lines: readonly string[]
  /** Whether a process holds the journal. */
  readonly isHeld: boolean
}

/**
 * Stores journals, each under a name of up to 200 characters. Several processes can share a store.
 *
 * @example
 * const journals: JournalStore = sqliteJournals('imports.journal')
 * const journal = await journals.open('customers, part 2 of 8', { wait: 60_000 })
 * console.log((await journals.inspect('customers, part 2 of 8'))?.isHeld) // true
 * await journal.close()
 */
export interface JournalStore {
  /** Opens a journal. Creates the journal if it does not exist. Throws a `JournalInUseError` if the journal is in use. */
  open(name: string, options?: OpenJournalOptions): Promise<LeasedJournal>
  /** Reads a journal without acquiring it; null if the journal does not exist. */
  inspect(name: string): Promise<JournalGlance | null>
}

/** The name of the default journal of a file. */
export const mainJournal = 'main'

/** Yields the lines of a journal; nothing if there is no journal. */
export async function* readLines(journal: Pick<Journal, 'read'> | undefined): AsyncGenerator<string> {
  if (journal !== undefined) yield* await journal.read()
}

/** Returns the lease of a journal with one holder at a time; null for any other journal. */
export function leaseOf(journal: Journal | LeasedJournal | undefined): LeasedJournal | null {
  return journal !== undefined && 'leaseLost' in journal && 'check' in journal ? journal : null
}

/** Closes a journal; does nothing if there is no journal, or if it has no method `close`. */
export async function closeJournal(journal: Journal | undefined): Promise<void> {
  await journal?.close?.()
}

/**
 * Thrown if another process holds the journal.
 *
 * @example
 * const journals = sqliteJournals('imports.journal')
 * const journal = await journals.open('taken')
 * await journals.open('taken').catch(error => {
 *   if (!(error instanceof JournalInUseError)) throw error
 *   console.log(`run it again later: ${error.message}`)
 * })
 * await journal.close()
 */
export class JournalInUseError extends Error {
  /** The name of the class: the same in every copy of the package. */
  override readonly name = 'JournalInUseError'
}

/** Thrown if lines of a journal are missing, or were changed by another program. */
export class DamagedJournalError extends Error {
  override readonly name = 'DamagedJournalError'
}

/** Whether a value is text that every store returns unchanged. */
export function isStorable(text: unknown): boolean {
  return typeof text === 'string' && !text.includes('\0') && text.isWellFormed()
}

/** Copies the options, because the caller may change them while the journal is opened. */
export function copyOpening({ ttl, wait, onWait }: OpenJournalOptions = {}): OpenJournalOptions {
  return { ttl, wait, onWait }
}

/** @throws TypeError if the name or an option is invalid. */
export function checkOpening(name: string, { ttl = 300, wait = 0 }: OpenJournalOptions = {}): void {
  if (!isStorable(name) || name === '' || [...name].length > 200)
    throw new TypeError('name must be a text of 1 to 200 characters, without U+0000 and lone surrogates')
  if (!(ttl >= 300 && ttl <= 86_400_000))
    throw new TypeError('ttl must be a number of milliseconds from 300 to 86400000')
  if (!(wait >= 0)) throw new TypeError('wait must be a number of milliseconds from 0')
}
