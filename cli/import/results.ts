import { stat } from 'node:fs/promises'
import type { EntityScreening } from '../../src/client.ts'
import type { ImportOptions } from '../../src/portfolio/import-options.ts'
import type { ImportReport } from '../../src/portfolio/import-report.ts'
import { createOutcomeLog, type OutcomeLog } from '../../src/portfolio/results/outcome-log.ts'
import { type ResultCounts, type ResultRow, readResults } from '../../src/portfolio/results/read-results.ts'
import { resultColumns } from '../../src/portfolio/results/result-columns.ts'
import type { PortfolioSource } from '../../src/portfolio/source/open-items.ts'
import type { CsvFormat } from '../../src/portfolio/source/read-records.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { FileError, UsageError } from '../failure.ts'
import { assertReadable, isStdin } from '../files.ts'
import { writeFiles } from '../output/replace-file.ts'
import { csvLine, plainCsvLine, safeDelimiter } from '../output/rows.ts'
import { readCsvFile } from '../read-csv-file.ts'
import { type OutputFile, prepareOutputFile } from './output-file.ts'
import { describeRepetition, type ImportCall } from './settings.ts'

/** The file of `--results`, and the file of the import, which is read again at the end. */
export interface ResultFile extends OutputFile {
  readonly source: string
  /** The size and the time of the last change of the source. */
  readonly version: string
  readonly log: OutcomeLog
}

/**
 * Prepares the file of `--results` before the import begins; null without the flag.
 *
 * @param columns the columns of the source with the names of those that `--results` adds.
 * @param isContinued whether an earlier run may have written the file.
 * @throws UsageError if the source cannot be read twice, or has such columns. FileError if the file cannot be written.
 */
export async function prepareResultFile(
  call: ImportCall,
  columns: readonly string[],
  isContinued: boolean,
): Promise<ResultFile | null> {
  const source = call.argument
  if (!call.flags.has('results')) return null
  if (call.flags.has('dry-run')) throw new UsageError('--results shows what was created: leave out --dry-run')
  if (isStdin(source) || !(await assertReadable(source)).isFile())
    throw new UsageError(
      '--results needs a regular FILE, which it reads again at the end, not stdin or a pipe',
    )
  const [noun, pronoun] = columns.length === 1 ? ['a column', 'it'] : ['columns', 'them']
  if (columns.length > 0)
    throw new UsageError(
      `${source} has ${noun} that --results adds: ${columns.join(', ')}; rename or remove ${pronoun} in the file`,
    )
  const file = await prepareOutputFile(call, 'results', isContinued)
  return file && { ...file, source, version: await readVersion(source), log: createOutcomeLog() }
}

/** @throws UsageError if a command has written the source: its rows were imported before. */
export function assertNoWrittenFile(file: string, columns: readonly string[]): void {
  if (columns.includes('entity_ids'))
    throw new UsageError(
      `${file} has the column entity_ids, so it looks like a file that import or compare has written: import the file of your customers, or the -import.csv or -create.csv of compare. Rename a column of your own`,
    )
}

/** Finds the columns of a source with the names of those that `--results` adds. */
export async function findResultColumns(
  source: PortfolioSource,
  options: ImportOptions,
): Promise<readonly string[]> {
  const names: ReadonlySet<string> = new Set(resultColumns)
  if (typeof source !== 'object' || !('file' in source)) return []
  try {
    const columns = await readColumnNames(source.file, options)
    return columns.filter(name => names.has(name.toLowerCase()))
  } catch {
    // The import reports a source that cannot be read.
    return []
  }
}

/** Reads the header alone, because the source may be long. */
async function readColumnNames(file: string, options: ImportOptions): Promise<readonly string[]> {
  for await (const { cells } of readCsvFile(file, options)) return cells
  return []
}

async function readVersion(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  return `${size} ${mtimeMs}`
}

/** Writes the file of `--results` in one step. @throws FileError if the source has changed since the import began. */
export async function writeResults(
  { file, replaces, source, version, log }: ResultFile,
  call: ImportCall,
  client: EntityScreening,
  { options, report }: { readonly options: ImportOptions; readonly report: ImportReport },
): Promise<ResultCounts> {
  const counts: ResultCounts = { unlisted: 0, unreadNetworks: 0 }
  const { signal } = call
  const chunks = readResults({ client, source: { file: source }, options, report, log, signal }, counts)
  async function* generateText(): AsyncGenerator<string> {
    let isFirst = true
    for await (const { format, rows } of chunks) {
      if (isFirst) yield formatHeader(format)
      isFirst = false
      yield rows.map(row => formatRow(row, format)).join('')
    }
    if ((await readVersion(source)) !== version)
      throw new FileError(`${source} has changed during the import`)
  }
  await writeFiles([{ file, text: generateText() }], { replaces })
  call.hint(`written: ${file}`)
  noteCounts(call, counts)
  return counts
}

function formatHeader(format: CsvFormat): string {
  return `${plainCsvLine([...resultColumns, ...format.names], safeDelimiter(format.delimiter))}\n`
}

/** The added columns come first, because a row may have more or fewer cells than the header. */
function formatRow(
  { line, outcome, reason, entityIds, checksum, cells }: ResultRow,
  format: CsvFormat,
): string {
  const delimiter = safeDelimiter(format.delimiter)
  // A reason and an ID come from the service. The cells are those of the user's file, and stay as they are.
  const added = csvLine([line, outcome, reason, entityIds.join(' '), checksum], delimiter)
  return `${added}${delimiter}${plainCsvLine(cells, delimiter)}\n`
}

function noteCounts({ output, flags }: ImportCall, { unlisted, unreadNetworks }: ResultCounts): void {
  if (unlisted > 0)
    output.note(
      `warning: ${countOf(unlisted, 'created row is', 'created rows are')} not in the team's list yet, and without entity_ids: later, ${describeRepetition(flags)}`,
    )
  if (unreadNetworks > 0)
    output.note(
      `warning: ${countOf(unreadNetworks, 'network', 'networks')} could not be read: rows of namesakes may have more entity_ids than necessary`,
    )
}
