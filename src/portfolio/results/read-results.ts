import type { EntityScreening } from '../../client.ts'
import { writeRowChecksum } from '../extracts/row-identity.ts'
import type { ImportOptions, ReadingOptions } from '../import-options.ts'
import type { ImportReport } from '../import-report.ts'
import type { SourceRow } from '../rows/read-row.ts'
import { findColumns, type Header } from '../source/columns.ts'
import type { PortfolioSource } from '../source/open-items.ts'
import { openRows } from '../source/open-rows.ts'
import { findPartition } from '../source/partition.ts'
import type { CsvFormat } from '../source/read-records.ts'
import { createRowMatcher, matchRows } from './match-rows.ts'
import { createOutcomeReader, type OutcomeLog, type RowOutcome, readOutcome } from './outcome-log.ts'

/** A row of a CSV source after its import. */
export interface ResultRow extends RowOutcome {
  readonly line: number
  /**
   * The identifiers of all entities that may have been created from the row, according to the team's list and, for namesakes, to
   * their networks.
   */
  readonly entityIds: readonly string[]
  /** The checksum of the row as the import has read it. */
  readonly checksum: string
  /** The cells of the row, as they are in the source. */
  readonly cells: readonly string[]
}

/** Some rows of the source, and its format. There are no rows if the source has only a header. */
export interface ResultChunk {
  readonly format: CsvFormat
  readonly rows: readonly ResultRow[]
}

/** Counts that a reader of the results must know, because they limit the results. */
export interface ResultCounts {
  /** Number of created rows whose entity is not in the list. */
  unlisted: number
  /** Number of namesakes whose networks could not be read. */
  unreadNetworks: number
}

const otherPerson = 'probably another person: no entity of that name has this birth date'

interface ResultSource {
  readonly client: Pick<EntityScreening, 'entities'>
  /** The source of the import, which is read again. */
  readonly source: PortfolioSource
  readonly options: ReadingOptions & Pick<ImportOptions, 'partition'>
  readonly report: Pick<ImportReport, 'rows' | 'stopped'>
  readonly log: OutcomeLog
  readonly signal: AbortSignal
}

/**
 * Reads the team's list, and then the source of an import again. Yields the rows of the source, or of the partition, each with
 * its outcome and its entities. Updates `counts`.
 *
 * @throws IncompleteListError if the list may lack entities.
 */
export async function* readResults(
  { client, source, options, report, log, signal }: ResultSource,
  counts: ResultCounts,
): AsyncGenerator<ResultChunk> {
  const matcher = await createRowMatcher(client, signal)
  const reader = await openRows(source, options, true)
  const outcomeReader = createOutcomeReader(report, log)
  let isEmpty = true
  let firstHeader: Header | undefined
  for await (const chunk of reader.rows) {
    const format = reader.csvFormat()
    const header = firstHeader ?? findColumns(format?.names ?? [], options.columns ?? {})
    firstHeader = header
    const rows = chunk.filter(row => isOfPartition(row, options.partition))
    const outcomes = rows.map(sourceRow => ({
      line: sourceRow.line,
      row: sourceRow.row,
      cells: sourceRow.cells ?? [],
      checksum: writeRowChecksum(sourceRow, header),
      ...readOutcome(outcomeReader, sourceRow.line),
    }))
    const matches = await matchRows(
      matcher,
      outcomes.map(({ row, outcome }) => ({ row, isPossibleDuplicate: outcome === 'possible_duplicate' })),
    )
    const results = outcomes.map(({ row, ...result }, position): ResultRow => {
      const entityIds = matches[position] ?? []
      if (result.outcome === 'created' && entityIds.length === 0) counts.unlisted += 1
      const isAnotherPerson =
        result.outcome === 'possible_duplicate' && row !== null && entityIds.length === 0
      return {
        ...result,
        reason: isAnotherPerson ? `${result.reason}; ${otherPerson}` : result.reason,
        entityIds,
      }
    })
    counts.unreadNetworks = matcher.unreadNetworks
    isEmpty = false
    if (format !== null) yield { format, rows: results }
  }
  const format = reader.csvFormat()
  if (isEmpty && format !== null) yield { format, rows: [] }
}

function isOfPartition({ line, row }: SourceRow, partition: ImportOptions['partition']): boolean {
  return partition === undefined || findPartition(row ?? line, partition.of) === partition.index
}
