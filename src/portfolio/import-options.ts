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
   * The names of columns with unusual names, by the fields that they fill. Case and punctuation do not matter. Null leaves a
   * field empty. If a name is divided into several columns, list them: `name: ['NAME1', 'NAME2']`.
   */
  columns?: ColumnNames | undefined
  /** Default values for rows in which a field is blank. */
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
   * The order of day and month in dates such as 09/04/1961: `dmy` or `mdy`. Without this option, only dates with a part above 12
   * can be read. A date in the other order is refused.
   */
  dateOrder?: 'dmy' | 'mdy' | undefined
  /**
   * The order of all full names of the source: `first_last` for Ilse Brandt, `last_first` for Brandt Ilse. Required if one of the
   * first 1000 rows has a name of a person that can be split in two ways; otherwise, such rows are `invalid`. "Brandt, Ilse" can
   * be split without it. Two last names, as in Gabriel García Márquez, are divided wrongly by either order: they need columns for
   * first and last names.
   */
  nameOrder?: 'first_last' | 'last_first' | undefined
  /**
   * Whether a row is refused or created if an optional field cannot be read: birth date, nationality, national ID, registration or
   * tags. With `omit`, the row is created without the field, and the report lists the field. `refuse` by default.
   */
  unreadableFields?: 'refuse' | 'omit' | undefined
  /** The encoding of CSV bytes without a byte order mark: a label of `TextDecoder`, such as `windows-1250`. `utf-8` by default. */
  encoding?: string | undefined
  /**
   * The line of the header in a CSV source, counted from 1, if a title stands above it. The lines before the header are skipped. By
   * default, the first line that is not blank.
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
  /** The number of rows per request, from 1 to 1000; 1000 by default. */
  batchSize?: number | undefined
  /** The number of concurrent requests, from 1 to 16; 2 by default. */
  concurrency?: number | undefined
  /**
   * Stores the progress, so that a later run can continue the import: the name of a file (Node), a journal from `sqliteJournals`
   * or `postgresJournals`, or your own object. The import closes the journal when it ends.
   */
  journal?: string | Journal | LeasedJournal | undefined
  /**
   * Imports only this part of the rows, as returned by `partitionPortfolio`. Each part has a separate journal; one file can
   * contain the journals of all parts.
   */
  partition?: Pick<Partition, 'index' | 'of'> | undefined
  /**
   * Checks all rows against the team's list and the journal, but creates and stores nothing. The report counts the rows that
   * would be sent as `planned`.
   */
  dryRun?: boolean | undefined
  /**
   * Whether to skip or create possible duplicates; `skip` by default. Possible duplicates are persons with the same name and country
   * as a person in the team, because the team's list shows neither birth dates nor national IDs to distinguish them, and persons
   * who differ from an earlier row only in columns that are not used.
   */
  onPossibleDuplicate?: 'skip' | 'create' | undefined
  /**
   * Milliseconds between two reads of the team's list after a lost response. Default: the client's `timeout`, but at least
   * 5000. A row is sent again only if neither read shows its entity. Choose a time long enough for the service to process a
   * request and to list the new entity.
   */
  recheckDelay?: number | undefined
  /** Milliseconds after which the import stops if all requests fail (429, 503, no connection); 300000 by default. */
  giveUpAfter?: number | undefined
  /** The maximum number of problems, and of omissions, in the report; 10000 by default. `onProblem` and `onOmission` receive all of them. */
  keepProblems?: number | undefined
  /** A signal that stops the import once all requests in progress have responses. The report lists the remaining rows. */
  signal?: AbortSignal | undefined
  /**
   * Called when rows are read, when the outcome of a batch is known, and when a pause begins or ends. If it returns a promise,
   * the import waits for it before it reads or sends more rows.
   */
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /**
   * Called for each row that will not be created, as soon as this is known. If it returns a promise, the import waits for it
   * before it reads or sends more rows.
   */
  onProblem?: ((problem: RowProblem) => void) | undefined
  /**
   * Called for each field that a row lacks because of `unreadableFields`, as soon as the row is created. The import waits for the
   * returned promise before it reads or sends more rows.
   */
  onOmission?: ((omission: RowOmission) => void) | undefined
}
