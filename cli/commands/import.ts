import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { entityTypes } from '../../src/contract/values.ts'
import { importPortfolio } from '../../src/portfolio/import-portfolio.ts'
import type { ImportOptions } from '../../src/portfolio/options.ts'
import type { ImportReport } from '../../src/portfolio/report.ts'
import { importFields } from '../../src/portfolio/rows/fields.ts'
import type { PortfolioSource } from '../../src/portfolio/source/source.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { keyFileOf } from '../api-key.ts'
import { type ExitStatus, exit } from '../command.ts'
import { connect } from '../connection.ts'
import { type CommandCall, defineCommand, onlyArgument } from '../define-command.ts'
import { checkReadable, isStdin, openPipe, readInput } from '../files.ts'
import { country, duration, oneOf, optionalOneOf, wholeNumber } from '../flags.ts'
import { importRefusal } from '../import-input.ts'
import { showImport } from '../import-progress.ts'
import { type JournalState, reportAsJson, writeReport } from '../import-report.ts'
import { openProblemFile } from '../problem-file.ts'
import { createProblemLines } from '../problem-lines.ts'
import { UsageError } from '../usage.ts'

const flags = {
  journal: {
    value: 'FILE',
    says: 'where the import records what it has done: after an interruption, even a kill, the same command continues where it stopped, and each row exists once. Recommended.',
  },
  columns: {
    value: 'FIELD=HEADER',
    says: `the column for a field, where its header is not recognized; FIELD= for none; repeatable. Fields: ${importFields.join(', ')}`,
    repeatable: true,
  },
  type: { value: 'TYPE', says: 'organization or person, for rows that do not say' },
  country: { value: 'COUNTRY', says: 'code or name, for rows that do not say' },
  problems: { value: 'FILE', says: 'write all rows that are not created to this .csv or .jsonl file' },
  'possible-duplicates': {
    value: 'skip|create',
    says: 'what to do with persons who may be in the team already (skip)',
  },
  'batch-size': { value: 'N', says: 'rows in a request, 1 to 1000 (1000)' },
  concurrency: { value: 'N', says: 'requests at a time, 1 to 16 (2)' },
  patience: { value: 'TIME', says: 'give up after this long without a success (5m)' },
  settle: {
    value: 'TIME',
    says: "after a lost answer: time between two reads of the team's list that must agree before a missing row is sent again (5s)",
  },
}

type ImportCall = CommandCall<keyof typeof flags>

export const importCommand = defineCommand({
  name: 'import',
  usage: 'FILE [flags]',
  about: `Creates entities from a CSV file (- for stdin), each exactly once. The header may spell the fields in any common way. Rows that are wrong, refused or there already are reported with their lines; all others are created.
Rows that are there already do not count as failures: the status is 0 if nothing else went wrong.
SIGINT stops the import once the requests under way are answered, and the report says what is left. A second SIGINT ends it at once; then only a --journal knows what was sent.`,
  flags,
  exits: {
    [exit.failed]: 'failed: the service, the network or a file, or no row was good',
    [exit.inPart]: 'done in part: some rows were not created',
    [exit.entityLimit]: "stopped at the team's entity limit",
  },
  examples: [
    'import customers.csv --journal customers.journal',
    'import customers.csv --type organization --country DE',
    'import customers.csv --columns name=Account --columns tags=',
    'import customers.csv --problems left.csv --json > all.json',
    'import - --type person < persons.csv',
  ],
  async run(call) {
    const file = onlyArgument(call, 'import', 'one FILE, or - for stdin')
    const options = importOptions(call)
    const problemFile = checkFiles(call, file)
    const source = await openSource(file, call)
    const client = await connect(call)
    const journal = await journalState(call.flags.text('journal'))
    const problems = problemFile === undefined ? undefined : openProblemFile(problemFile)
    const lines = createProblemLines(call, problemFile !== undefined)
    const progress = showImport(call)
    call.signal.addEventListener('abort', () =>
      call.hint('stopping as soon as the requests under way are answered'),
    )
    try {
      const report = await importPortfolio(client, source, {
        ...options,
        keepProblems: call.isJson ? undefined : 0,
        signal: call.signal,
        onProgress: progress.show,
        onProblem(problem) {
          problems?.write(problem)
          lines.report(problem)
        },
      })
      progress.end()
      lines.end()
      if (call.isJson) await call.output.json(reportAsJson(report))
      else await writeReport(call.output, report, journal)
      return statusOf(report)
    } catch (error) {
      if (!InputValidationError.is(error) || error.operation !== 'importPortfolio') throw error
      throw importRefusal(error, {
        source: placeOf(file) === '-' ? 'stdin' : file,
        journal: call.flags.text('journal'),
      })
    } finally {
      progress.end()
      problems?.close()
    }
  },
})

async function journalState(file: string | undefined): Promise<JournalState> {
  if (file === undefined) return 'none'
  // One that cannot be opened is refused when the import begins.
  const size = await stat(file).then(
    found => found.size,
    () => 0,
  )
  return size > 0 ? 'continued' : 'new'
}

function importOptions({ flags }: ImportCall): ImportOptions {
  return {
    columns: Object.fromEntries(flags.texts('columns').map(parseColumn)),
    defaults: {
      type: optionalOneOf('--type', flags.text('type'), entityTypes),
      countryCode: country('--country', flags.text('country')),
    },
    batchSize: wholeNumber('--batch-size', flags.text('batch-size'), 1, 1000),
    concurrency: wholeNumber('--concurrency', flags.text('concurrency'), 1, 16),
    patience: duration('--patience', flags.text('patience')),
    settle: duration('--settle', flags.text('settle')),
    journal: flags.text('journal'),
    possibleDuplicates: optionalOneOf('--possible-duplicates', flags.text('possible-duplicates'), [
      'skip',
      'create',
    ]),
  }
}

function parseColumn(given: string): [string, string | null] {
  const [field = '', ...header] = given.split('=')
  if (header.length === 0) throw new UsageError('--columns must be FIELD=HEADER, such as name=Account')
  return [oneOf('the field of --columns', field.trim(), importFields), header.join('=').trim() || null]
}

/** The file for the problems, once it is sure that nothing else would be lost in it, and that stdin is read for one purpose. */
function checkFiles(call: ImportCall, file: string): string | undefined {
  const problems = call.flags.text('problems')
  const journal = call.flags.text('journal')
  const keyFile = keyFileOf(call.flags.text('key-file'), call)
  const places = [file, journal, problems, keyFile].flatMap(name =>
    name === undefined ? [] : [placeOf(name)],
  )
  if (new Set(places).size < places.length)
    throw new UsageError('FILE, --journal, --problems and the key file must be different files')
  if (problems !== undefined && !/\.(csv|jsonl)$/i.test(problems))
    throw new UsageError('--problems must name a file that ends in .csv or .jsonl')
  return problems
}

function placeOf(name: string): string {
  return name === '-' || isStdin(name) ? '-' : resolve(name)
}

async function openSource(file: string, { stdin, signal }: ImportCall): Promise<PortfolioSource> {
  if (placeOf(file) === '-') return readInput(stdin, signal)
  const stats = await checkReadable(file)
  return stats.isFIFO() ? readInput(openPipe(file), signal) : { file }
}

function statusOf(report: ImportReport): ExitStatus {
  const { stopped, created, duplicates, possibleDuplicates, invalid, refused } = report
  if (stopped?.cause === 'entity_limit') return exit.entityLimit
  if (stopped?.cause === 'aborted') return exit.interrupted
  if (stopped?.cause === 'failed') return exit.failed
  if (invalid + refused + possibleDuplicates === 0) return exit.done
  return created + duplicates + possibleDuplicates > 0 ? exit.inPart : exit.failed
}
