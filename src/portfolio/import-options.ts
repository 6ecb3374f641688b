import type { EntityType, Open } from '../contract/values.ts'
import type { Country } from '../model/inputs.ts'
import type { ImportProgress, RowOmission, RowProblem } from './import-report.ts'
import type { Journal, LeasedJournal } from './journal/journal.ts'
import type { ColumnNames } from './source/columns.ts'

/** A part of a portfolio, as plain data that can be passed to a job. */
export interface Partition {
  /** The number of the part, counted from 1. */
  readonly index: number
  /** The number of parts. */
  readonly of: number
  /** The number of rows in the part, including invalid ones. */
  readonly rows: number
}

/**
 * How the rows of a source are read. The imports of all parts of a portfolio, and `partitionPortfolio`, need the same options.
 *
 * @example
 * const options: ReadingOptions = { columns: { registration: 'Registration no.' }, dateOrder: 'dmy' }
 * const parts = await partitionPortfolio({ file: 'customers.csv' }, 8, options)
 */
export interface ReadingOptions {
  /**
   * The names of columns with unusual names, by field (docs/customer-files.md#columns). Case and punctuation do not matter. Null leaves a
   * field empty. If a name is divided into several columns, list them: `name: ['NAME1', 'NAME2']`.
   */
  columns?: ColumnNames | undefined
  /** Type, country and tags of rows without them. */
  defaults?:
    | {
        /** The type of rows without a type. Accepts the same words as the type column, such as `company`. */
        type?: Open<EntityType> | undefined
        /** The country of rows without a country. */
        countryCode?: Country | undefined
        /** Tags that are added to every row. */
        tags?: readonly string[] | undefined
      }
    | undefined
  /**
   * The order of day and month in 09/04/1961: `dmy` or `mdy`. Without this option, only dates with a part above 12
   * can be read. A date in the other order is refused.
   */
  dateOrder?: 'dmy' | 'mdy' | undefined
  /**
   * The order of all full names (docs/customer-files.md#full-names-of-persons): `first_last` or `last_first`. Required if one of the
   * first 1000 rows has a name of a person that can be split in two ways; otherwise, such rows are `invalid`. "Brandt, Ilse" can
   * be split without it. Two last names, as in Gabriel García Márquez, are divided wrongly by either order: they need columns for
   * first and last names.
   */
  nameOrder?: 'first_last' | 'last_first' | undefined
  /**
   * Whether to `refuse` a row if an optional field cannot be read, or to `omit` the field (docs/customer-files.md#values). Optional are
   * birth date, nationality, national ID, registration and tags. The report lists each field that is left out. Default: 'refuse'.
   */
  unreadableFields?: 'refuse' | 'omit' | undefined
  /**
   * The encoding of CSV bytes: a label of `TextDecoder`, such as `windows-1250`. A source is refused if it reads names as no language
   * writes them ("B„ckerei"). Default: 'utf-8'.
   */
  encoding?: string | undefined
  /**
   * The line of the header, counted from 1, if a title stands above it. The lines before the header are skipped. Default: the first
   * line that is not blank.
   */
  headerLine?: number | undefined
}

/** Copies options, because the caller may change them while the source is read. */
export function copyReadingOptions<Options extends ReadingOptions>(options: Options): Options {
  const { columns, defaults } = options
  const tags = defaults?.tags && [...defaults.tags]
  return {
    ...options,
    columns: columns && structuredClone(columns),
    defaults: defaults && { ...defaults, tags },
  }
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
export interface ImportOptions extends ReadingOptions {
  /** Rows per request, from 1 to 1000. Default: 1000. */
  batchSize?: number | undefined
  /** Simultaneous requests, from 1 to 16. Default: 2. */
  concurrency?: number | undefined
  /**
   * Stores the progress: a file name (Node, Deno, Bun), a journal of `sqliteJournals` or `postgresJournals` (docs/queues.md), or your
   * own object. A later run with the same journal continues the import. The import closes the journal when it ends.
   */
  journal?: string | Journal | LeasedJournal | undefined
  /**
   * The part of the rows to import (docs/queues.md#partitions), as `partitionPortfolio` returns it. Each part has a separate journal; one file can
   * contain the journals of all parts.
   */
  partition?: Pick<Partition, 'index' | 'of'> | undefined
  /**
   * Checks every row against the team's list and the journal, but sends and stores nothing. The report counts the rows that
   * would be sent as `planned`. Default: false.
   */
  dryRun?: boolean | undefined
  /**
   * Whether to `skip` or `create` possible duplicates (docs/customer-files.md#duplicates-and-namesakes). Possible duplicates are persons with the same name and country
   * as a person in the team, because the team's list shows neither birth dates nor national IDs to distinguish them, and persons
   * who differ from an earlier row only in columns that are not used. Default: 'skip'.
   */
  onPossibleDuplicate?: 'skip' | 'create' | undefined
  /**
   * Milliseconds between two reads of the team's list after a lost response: a row is sent again only if neither read shows the row.
   * Default: the client's `timeout`, at least 5000. Choose a time long enough for the service to process a
   * request and to list the new entity.
   */
  recheckDelay?: number | undefined
  /** How long all requests may fail (429, 503, no connection) before the import stops, in milliseconds. Default: 300000. */
  giveUpAfter?: number | undefined
  /** How many problems and omissions the report keeps. `onProblem` and `onOmission` receive all of them. Default: 10000. */
  keepProblems?: number | undefined
  /** Stops the import after the requests in flight. The report lists the remaining rows. */
  signal?: AbortSignal | undefined
  /**
   * Called with the counts so far, and when a pause begins or ends. If it returns a promise,
   * the import waits for it before it reads or sends more rows.
   */
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /**
   * Called with each problem at once. If it returns a promise, the import waits for it
   * before it reads or sends more rows.
   */
  onProblem?: ((problem: RowProblem) => void) | undefined
  /**
   * Called with each field that a created row lacks because of `unreadableFields`. The import waits for the
   * returned promise before it reads or sends more rows.
   */
  onOmission?: ((omission: RowOmission) => void) | undefined
}
