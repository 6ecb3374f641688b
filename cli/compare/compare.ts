import { existsSync } from 'node:fs'
import { compareExtracts, type ExtractComparison } from '../../src/portfolio/extracts/compare-extracts.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { assertDistinctFiles } from '../definition/assert-distinct-files.ts'
import { type CommandCall, defineCommand, localFlags } from '../definition/command.ts'
import { exit, FileError, UsageError } from '../failure.ts'
import { assertReadable, isStdin } from '../files.ts'
import { flagTerms } from '../import/option-flags.ts'
import { readSourceOptions, sourceFlags } from '../import/settings.ts'
import { findCsvStyle } from '../output/csv-style.ts'
import { writeFiles } from '../output/replace-file.ts'
import {
  type ComparisonFiles,
  fileParts,
  formatFiles,
  isToCreate,
  isToImport,
  nameFiles,
} from './format-files.ts'
import {
  createKnownCustomers,
  explainErrors,
  type FileReading,
  type NewExtract,
  readDecidedFile,
  readNewFile,
  readOldFile,
} from './read-files.ts'
import { assertReadAsThen, listCurrentRows } from './same-reading.ts'
import {
  noteDifferences,
  noteLostZeros,
  noteManyGone,
  noteOtherwiseRead,
  noteUnreadable,
  noteUnused,
} from './warnings.ts'

const flags = {
  key: { value: 'HEADER', description: 'required: the column with the customer numbers' },
  'key-old': { value: 'HEADER', description: 'that column in earlier files, if it had another name' },
  decided: {
    value: 'FILE',
    description: 'the rows in doubt, with same or new in the column decision',
  },
  'many-gone': { description: 'accept that many of the earlier numbers are gone' },
  'other-reading': {
    description: 'accept that OLD is read otherwise than when it was written: such rows count as changed',
  },
  replace: { description: 'replace the files of an earlier comparison; without it, no file is changed' },
  ...sourceFlags,
}

type CompareCall = CommandCall<keyof typeof flags>

export const compareCommand = defineCommand({
  name: 'compare',
  usage: 'OLD... NEW --key HEADER [flags]',
  about: `Compares a new extract of your customers with earlier ones, by customer number. OLD are the files of import --results, in the order of the imports, or the customers of an earlier comparison; NEW is the extract. Sends nothing.
Writes five files beside NEW, for december.csv: december-import.csv has the new and changed rows; december-in-doubt.csv the rows of which you decide, in the column decision, whether they are the same customer as the entity (same) or a new one (new); december-create.csv the rows decided as new, for import --on-possible-duplicate create; december-gone.csv the customers who are gone and the former entities of others; december-customers.csv all rows with their entities, for hits --reference and as the next OLD.
--encoding and --header-line are those of NEW.`,
  flags,
  shared: localFlags,
  expects: null,
  exits: {
    [exit.failed]: 'failed: a file; nothing was written',
    [exit.inPart]: 'rows are in doubt, or cannot be read for certain, or many are gone',
    [exit.interrupted]: undefined,
  },
  examples: [
    "compare november-results.csv december.csv --key 'Customer no'",
    'compare november-results.csv december-results.csv \\\n    december.csv --key no --decided december-in-doubt.csv --replace',
    'compare december-customers.csv january.csv --key customer_no',
  ],
  async run(call) {
    const { oldFiles, newFile } = readArguments(call)
    const files = nameFiles(newFile)
    await assertFiles(call, oldFiles, newFile, files)
    const reading = readFileReading(call)
    const decidedFile = call.flags.text('decided')
    const newExtract = await readNewFile(newFile, reading)
    if (call.flags.has('replace') && decidedFile === undefined)
      await assertNoDecisions(files.inDoubt, reading, newExtract)
    const earlierFiles = []
    for (const file of oldFiles) earlierFiles.push(await readOldFile(file, newExtract, reading))
    const currentRows = listCurrentRows(earlierFiles)
    if (!reading.acceptsOtherReading)
      for (const [index, rows] of currentRows.entries()) assertReadAsThen(oldFiles[index] ?? '', rows)
    const customers = createKnownCustomers(earlierFiles, newExtract, {
      acceptsMissing: call.flags.has('many-gone'),
    })
    const withoutNumber = earlierFiles.flat().filter(({ number }) => number === '')
    const decisions = await readDecidedFile(decidedFile, reading, newExtract)
    const comparison = await explainErrors(decidedFile ?? newFile, async () =>
      compareExtracts(customers, newExtract.rowsByNumber, decisions, withoutNumber),
    )
    const { delimiter } = newExtract.extract.format
    const style = await findCsvStyle(newFile, delimiter, reading.options.encoding)
    const texts = formatFiles(comparison, newExtract.extract, style)
    await writeFiles(
      fileParts.map(part => ({ file: files[part], text: texts[part] })),
      { replaces: call.flags.has('replace') },
    )
    const counts = countRows(comparison)
    noteOtherwiseRead(call, currentRows.flat())
    noteUnused(call, comparison)
    noteDifferences(call, comparison, newFile)
    noteUnreadable(call, comparison, newFile)
    noteLostZeros(call, comparison, newFile)
    const lacksMany = !call.flags.has('many-gone') && noteManyGone(call, newFile, counts.gone, customers.size)
    if (call.isJson) await call.output.json({ ...counts, files })
    else await writeCounts(call, comparison, counts, files)
    return lacksMany || counts.inDoubt + counts.unreadable > 0 ? exit.inPart : exit.done
  },
})

function readArguments({ positionals, flags }: CompareCall) {
  const [oldFiles, newFile] = [positionals.slice(0, -1), positionals.at(-1)]
  if (newFile === undefined || oldFiles.length === 0)
    throw new UsageError('compare expects OLD files and, as the last one, the NEW extract')
  if ([...positionals, flags.text('decided') ?? ''].some(isStdin))
    throw new UsageError('compare reads files, not stdin')
  return { oldFiles, newFile }
}

/**
 * The file of decisions may be that of the rows in doubt, because it keeps the decisions. No other file is read and written.
 *
 * @throws UsageError if two files are the same, FileError if a file cannot be read.
 */
async function assertFiles(
  { flags }: CompareCall,
  oldFiles: readonly string[],
  newFile: string,
  files: ComparisonFiles,
): Promise<void> {
  const decidedFile = flags.text('decided')
  const inputs = [...oldFiles, newFile].map(file => [file, file] as const)
  const outputs = fileParts.map(part => ['a file to write', files[part]] as const)
  for (const [, file] of inputs) await assertReadable(file)
  await assertDistinctFiles([...inputs, ...outputs])
  if (decidedFile === undefined) return
  await assertReadable(decidedFile)
  const others = outputs.filter(([, file]) => file !== files.inDoubt)
  await assertDistinctFiles([...inputs, ...others, ['--decided', decidedFile]])
}

function readFileReading({ flags, output }: CompareCall): FileReading {
  const key = flags.text('key')?.trim()
  if (!key) throw new UsageError('--key HEADER is required: the column with the customer numbers')
  return {
    key,
    acceptsOtherReading: flags.has('other-reading'),
    oldKey: flags.text('key-old')?.trim() ?? key,
    options: readSourceOptions(flags),
    terms: { ...flagTerms, showsCells: output.isTerminal },
  }
}

/** @throws FileError if the file of the rows in doubt has decisions, which would be lost. */
async function assertNoDecisions(file: string, reading: FileReading, newExtract: NewExtract): Promise<void> {
  if (existsSync(file) && (await readDecidedFile(file, reading, newExtract)).size > 0)
    throw new FileError(`${file} has decisions: use them with --decided ${file}, or move the file`)
}

function countRows({ rows, former }: ExtractComparison) {
  const count = (kind: string) => rows.filter(row => row.kind === kind).length
  return {
    rows: rows.length,
    same: count('same'),
    changed: count('changed'),
    new: count('new'),
    inDoubt: count('in_doubt'),
    unreadable: count('unreadable'),
    gone: former.filter(({ kind }) => kind === 'gone').length,
  }
}

async function writeCounts(
  { output, hint }: CompareCall,
  { rows }: ExtractComparison,
  counts: ReturnType<typeof countRows>,
  files: ComparisonFiles,
): Promise<void> {
  const describeFile = (file: string, count: number) =>
    count === 0 ? 'nothing' : `${file} (${countOf(count, 'row', 'rows')})`
  const importCount = rows.filter(isToImport).length
  const createCount = rows.filter(isToCreate).length
  const open = [importCount > 0 ? files.import : [], createCount > 0 ? files.create : []].flat().join(' and ')
  const unreadable = counts.unreadable === 0 ? '' : `, ${counts.unreadable} unreadable`
  await output.lines([
    `${countOf(counts.rows, 'row', 'rows')}: ${counts.same} same, ${counts.changed} changed, ${counts.new} new, ${counts.inDoubt} in doubt${unreadable}; ${counts.gone} gone`,
    `to import: ${describeFile(files.import, importCount)}`,
    `to create: ${describeFile(files.create, createCount)}`,
    `in doubt: ${files.inDoubt}`,
    `gone: ${files.gone}`,
    `customers: ${files.customers}${open === '' ? '' : ` (not final: import ${open}, then compare again)`}`,
  ])
  if (createCount > 0) hint(`Import ${files.create} with --on-possible-duplicate create`)
  if (counts.inDoubt > 0)
    hint(
      `Write same or new into the column decision of ${files.inDoubt}, and add --decided ${files.inDoubt} --replace`,
    )
}
