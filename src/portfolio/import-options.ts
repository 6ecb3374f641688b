import type { EntityType, Open } from '../contract/values.ts'
import type { Country } from '../model/inputs.ts'
import type { ImportProgress, RowProblem } from './import-report.ts'
import type { Journal, LeasedJournal } from './journal/journal.ts'
import type { ImportField } from './source/columns.ts'

/** A part of a portfolio, as plain data that fits the payload of a job. */
export interface Partition {
  /** The number of the part, counted from 1. */
  readonly index: number
  /** How many parts there are. */
  readonly of: number
  /** How many rows it has, including wrong ones. */
  readonly rows: number
}

/**
 * Options of `importPortfolio`.
 *
 * @example
 * const options: ImportOptions = {
 *   columns: { name: 'Counterparty', tags: null },
 *   defaults: { type: 'organization', countryCode: 'DE', tags: ['import'] },
 *   journal: 'customers.journal',
 *   onProgress: ({ settled, rows }) => console.log(`${settled} of ${rows} rows settled`),
 * }
 * const report = await importPortfolio(client, 'Counterparty\nNordwind GmbH', options)
 */
export interface ImportOptions {
  /** The columns of fields, where their names are unusual; case and punctuation do not matter. Null leaves a field empty. */
  columns?: Partial<Record<ImportField, string | null | undefined>> | undefined
  /** Values for rows that lack them. */
  defaults?:
    | {
        /** The type of rows without one. Takes the same words as a column, such as `company`. */
        type?: Open<EntityType> | undefined
        /** The country of rows without one. */
        countryCode?: Country | undefined
        /** Tags that every row gets, besides its own. */
        tags?: readonly string[] | undefined
      }
    | undefined
  /** Rows per request, from 1 to 1000, which is the default. */
  batchSize?: number | undefined
  /** Concurrent requests, from 1 to 16; 2 by default. */
  concurrency?: number | undefined
  /**
   * Records what is done, so that a later run continues: the name of a file (Node), a journal from `sqliteJournals` or
   * `postgresJournals`, or your own object. The import closes it at its end.
   */
  journal?: string | Journal | LeasedJournal | undefined
  /** Imports only this part of the rows, as `partitionPortfolio` returns it. Each has its own journal; one file can hold all. */
  partition?: Pick<Partition, 'index' | 'of'> | undefined
  /** Checks all rows against the team's list and the journal, but creates and records nothing: the report has them as `planned`. */
  dryRun?: boolean | undefined
  /** For persons of the name and country of one of the team, by default `skip`: the list shows neither birth dates nor IDs. */
  onPossibleDuplicate?: 'skip' | 'create' | undefined
  /**
   * Milliseconds between two reads of the team's list after a lost response; by default the client's `timeout`, 5000 at least. A row
   * is sent again only if both lack it, so choose at least the time that the service may take to process a request and list it.
   */
  recheckDelay?: number | undefined
  /** Milliseconds of nothing but failures (429, 503, no connection) after which the import stops; 300000 by default. */
  giveUpAfter?: number | undefined
  /** How many problems the report keeps, 10000 by default. `onProblem` receives all of them. */
  keepProblems?: number | undefined
  /** Stops the import once the pending requests have responses. The report says what is left. */
  signal?: AbortSignal | undefined
  /** Called as rows are read and batches are settled, and when a pause begins or ends. Awaited before more is read or sent. */
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /** Called for each row that is not created, as soon as this is known. Awaited before more is read or sent. */
  onProblem?: ((problem: RowProblem) => void) | undefined
}
