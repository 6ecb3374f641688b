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

/** A journal that one holder has at a time, for as long as it renews its lease. */
export interface LeasedJournal extends Journal {
  readonly token: number
  readonly takenOver: boolean
  readonly lost: AbortSignal
  check(): void
  replace(lines: Iterable<string>): Promise<void>
  close(): Promise<void>
}
