import type { JournalGlance, LeasedJournal, OpenJournalOptions } from '../../src/portfolio/journal/journal.ts'

/** The names of the files of each flag, in messages. */
export const journalKinds = {
  '--journal': 'import journal',
  '--state': 'watch state',
  '--log': 'decision log',
} as const

/** The flags that name an import journal, a watch state and a decision log. */
export type JournalFlag = keyof typeof journalKinds

/** The journal that a flag names. It is not opened or created until `open` is called. */
export interface JournalLocation {
  /** The journal's name in messages. Never contains a password. */
  readonly title: string
  /** The name of the flag's file, such as `import journal`. */
  readonly kind: (typeof journalKinds)[JournalFlag]
  /**
   * Opens the journal, and creates it if it is missing. If another process holds a journal in Postgres, first waits, because
   * that process may have been killed.
   *
   * @throws FileError if another process holds the journal, or if it cannot be opened.
   */
  open(waitOptions?: JournalWaitOptions): Promise<LeasedJournal>
  /** Reads the journal without holding it. Returns null if there is no journal. */
  inspect(): Promise<JournalGlance | null>
  /** Closes the connections to the database, if any. */
  end(): Promise<void>
}

/** A location whose kind depends only on the flag. */
export type UnnamedLocation = Omit<JournalLocation, 'kind'>

/** How to wait for a journal that another process holds. */
export interface JournalWaitOptions extends Pick<OpenJournalOptions, 'onWait'> {
  readonly shouldWait?: boolean
  /**
   * Maximum wait for a journal file, in milliseconds. A running process holds the file, so a wait without a limit could take
   * hours.
   */
  readonly maxWait?: number | undefined
  /**
   * Called with a sentence if the journal is new. A mistyped name starts a new journal, which knows nothing of the earlier
   * ones.
   */
  readonly onCreate?: ((sentence: string) => void) | undefined
}
