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
import { type CsvStyle, findCsvStyle, markOf, plainStyle } from '../output/csv-style.ts'
import { writeFiles } from '../output/replace-file.ts'
import { csvLine, plainCsvLine } from '../output/rows.ts'
import { readCsvFile } from '../read-csv-file.ts'
import { type OutputFile, prepareOutputFile } from './output-file.ts'
import { describeRepetition, type ImportCall } from './settings.ts'

/** The file of `--results`, and the file of the import, which is read again at the end. */
export interface ResultFile extends OutputFile {
  readonly source: string
  /** The size and the time of the last change of the source. */
  readonly version: string
  readonly log: OutcomeLog
  readonly style: CsvStyle
}

/**
 * Prepares the file of `--results` before the import begins; null without the flag.
 *
 * @param form the form of the source.
 * @param isContinued whether an earlier run may have written the file.
 * @throws UsageError if the source cannot be read twice, or has such columns. FileError if the file cannot be written.
 */
export async function prepareResultFile(
  call: ImportCall,
  { addedColumns, style }: SourceForm,
  isContinued: boolean,
): Promise<ResultFile | null> {
  const source = call.argument
  if (!call.flags.has('results')) return null
  if (call.flags.has('dry-run')) throw new UsageError('--results shows what was created: leave out --dry-run')
  if (isStdin(source) || !(await assertReadable(source)).isFile())
    throw new UsageError(
      '--results needs a regular FILE, which it reads again at the end, not stdin or a pipe',
    )
  const [noun, pronoun] = addedColumns.length === 1 ? ['a column', 'it'] : ['columns', 'them']
  if (addedColumns.length > 0)
    throw new UsageError(
      `${source} has ${noun} that --results adds: ${addedColumns.join(', ')}; rename or remove ${pronoun} in the file`,
    )
  const file = await prepareOutputFile(call, 'results', isContinued)
  return file && { ...file, source, version: await readVersion(source), log: createOutcomeLog(), style }
}

/** @throws UsageError if a command has written the source: its rows were imported before. */
export function assertNoWrittenFile(file: string, { addedColumns }: SourceForm): void {
  if (addedColumns.includes('entity_ids'))
    throw new UsageError(
      `${file} has the column entity_ids, so it looks like a file that import or compare has written: import the file of your customers, or the -import.csv or -create.csv of compare. Rename a column of your own`,
    )
}

/** The source of an import, as far as the files that the import writes depend on it. */
interface SourceForm {
  /** The columns with the names of those that `--results` adds. */
  readonly addedColumns: readonly string[]
  readonly style: CsvStyle
}

/** Reads the form of a source. It is that of an empty file for a pipe, which can be read only once. */
export async function readSourceForm(source: PortfolioSource, options: ImportOptions): Promise<SourceForm> {
  const names: ReadonlySet<string> = new Set(resultColumns)
  const unknownForm = { addedColumns: [], style: plainStyle }
  if (typeof source !== 'object' || !('file' in source)) return unknownForm
  const { file } = source
  try {
    // Reads the header alone, because the source may be long.
    for await (const { cells, delimiter } of readCsvFile(file, options))
      return {
        addedColumns: cells.filter(name => names.has(name.toLowerCase())),
        style: await findCsvStyle(file, delimiter, options.encoding),
      }
  } catch {
    // The import reports a source that cannot be read.
  }
  return unknownForm
}

async function readVersion(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  return `${size} ${mtimeMs}`
}

/** Writes the file of `--results` in one step. @throws FileError if the source has changed since the import began. */
export async function writeResults(
  { file, replaces, source, version, log, style }: ResultFile,
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
      if (isFirst) yield formatHeader(format, style)
      isFirst = false
      yield rows.map(row => formatRow(row, style)).join('')
    }
    if ((await readVersion(source)) !== version)
      throw new FileError(`${source} has changed during the import`)
  }
  await writeFiles([{ file, text: generateText() }], { replaces })
  call.hint(`written: ${file}`)
  noteCounts(call, counts)
  return counts
}

function formatHeader({ names }: CsvFormat, style: CsvStyle): string {
  return `${markOf(style)}${plainCsvLine([...resultColumns, ...names], style.delimiter)}\n`
}

/** The added columns come first, because a row may have more or fewer cells than the header. */
function formatRow(
  { line, outcome, reason, entityIds, checksum, cells }: ResultRow,
  { delimiter }: CsvStyle,
): string {
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
