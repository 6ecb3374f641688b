/**
 * Another process has the journal. In Postgres, the message says until when.
 *
 * @example
 * const journals = sqliteJournals('imports.journal')
 * const journal = await journals.open('taken')
 * try {
 *   await journals.open('taken')
 * } catch (error) {
 *   if (!(error instanceof JournalInUseError)) throw error
 *   console.log(`run it again later: ${error.message}`)
 * }
 * await journal.close()
 */
export class JournalInUseError extends Error {
  /** The name of the class: the same in every copy of the package. */
  override readonly name = 'JournalInUseError'
}
