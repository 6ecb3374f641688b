import type { EntityType, Open } from '../contract/values.ts'
import type { Country } from '../model/country.ts'
import type { Journal, LeasedJournal } from './journal/journal.ts'
import type { ImportProgress, RowProblem } from './report.ts'
import type { Listing } from './team/listing.ts'

/** A field that a column of the source can fill (specification: POST /v1/entities/bulk, row fields). */
export type ImportField =
  | 'type'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'countryCode'
  | 'registration'
  | 'birthDate'
  | 'nationality'
  | 'nationalId'
  | 'tags'

/**
 * A part of a portfolio, as `partitionPortfolio` answers it.
 *
 * @example
 * const partition: PartitionChoice = { index: 2, of: 8 }
 */
export interface PartitionChoice {
  /** Which part it is, counted from 1. */
  index: number
  /** How many parts there are. */
  of: number
  /** How many rows it has, for the progress to tell. */
  rows?: number | undefined
}

/**
 * How a portfolio is imported; all of it may be left out.
 *
 * @example
 * const options: ImportOptions = {
 *   defaults: { type: 'organization', countryCode: 'DE', tags: ['import'] },
 *   journal: 'customers.journal',
 *   onProgress: ({ settled, rows }) => console.log(`${settled} of ${rows} rows settled`),
 * }
 * const report = await importPortfolio(client, 'name\nNordwind GmbH', options)
 */
export interface ImportOptions {
  /**
   * Which column fills which field, where the header's own names do not say so. Names are compared without case, accents and
   * punctuation; null for a field that no column may fill.
   *
   * @example
   * const columns: ImportOptions['columns'] = { name: 'Counterparty', countryCode: 'Domicile', tags: null }
   */
  columns?: Partial<Record<ImportField, string | null | undefined>> | undefined
  /** What a row is where it does not say so itself. */
  defaults?:
    | {
        /** The type of rows that name none; a usual word such as `company` will do, as in a column. */
        type?: Open<EntityType> | undefined
        /** The country of rows that name none. */
        countryCode?: Country | undefined
        /** The tags of rows that have none. */
        tags?: readonly string[] | undefined
      }
    | undefined
  /**
   * Rows in a request, from 1 to 1000.
   *
   * @default 1000
   */
  batchSize?: number | undefined
  /**
   * Requests under way at a time, from 1 to 16.
   *
   * @default 2
   */
  concurrency?: number | undefined
  /**
   * Where the import records what it has done, so that after any interruption it can be run again and continue where it
   * stopped: the name of a file (Node), a journal of `fileJournals` or `postgresJournals`, or a place of your own. It is closed when
   * the import ends.
   */
  journal?: string | Journal | LeasedJournal | undefined
  /** The part of the rows that this import is for: see `partitionPortfolio`. Each part needs a journal of its own. */
  partition?: PartitionChoice | undefined
  /** Reads of the team's list that several imports in a process share: see `sharedListing`. */
  listing?: Listing | undefined
  /**
   * Checks all rows, and compares them with the team's list and the journal; nothing is created, and nothing recorded. The report
   * counts what would be sent as `planned`.
   *
   * @default false
   */
  dryRun?: boolean | undefined
  /**
   * What happens to a person with the name and country of a person whom the team has already, where nothing shows whether they
   * are the same: the row is reported and skipped, or created.
   *
   * @default 'skip'
   */
  possibleDuplicates?: 'skip' | 'create' | undefined
  /**
   * After a lost response: how long to wait, in milliseconds, between two reads of the team's list. Both must lack a row before it
   * is sent again: so long the service may go on with a request that was given up, and so long its list may lag.
   *
   * @default the client's `timeout`, 5000 at least
   */
  settle?: number | undefined
  /**
   * How long, in milliseconds, the service may answer with nothing but failures (429, 503, no connection) before the import
   * stops. Pauses grow to half a minute, or last as long as `Retry-After` asks.
   *
   * @default 300000
   */
  patience?: number | undefined
  /**
   * How many problems the report keeps; `onProblem` gets all of them.
   *
   * @default 10000
   */
  keepProblems?: number | undefined
  /** Ends the import as soon as the requests under way are answered; the report says what is left. */
  signal?: AbortSignal | undefined
  /** Called as batches are read and settled. */
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /** Called for each row that is not created, as soon as that is known. */
  onProblem?: ((problem: RowProblem) => void) | undefined
}
