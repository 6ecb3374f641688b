import { resolve } from 'node:path'
import { entityTypes } from '../../src/contract/values.ts'
import { importFields } from '../../src/portfolio/columns.ts'
import { importPortfolio } from '../../src/portfolio/import.ts'
import type { ImportOptions } from '../../src/portfolio/options.ts'
import type { ImportReport } from '../../src/portfolio/report.ts'
import { type ExitStatus, exit } from '../command.ts'
import { connect } from '../connection.ts'
import { type CommandCall, defineCommand, onlyArgument } from '../define-command.ts'
import { checkReadable, readInput } from '../files.ts'
import { country, duration, oneOf, optionalOneOf, wholeNumber } from '../flags.ts'
import { showImport } from '../import-progress.ts'
import { reportAsJson, writeReport } from '../import-report.ts'
import { openProblemFile } from '../problem-file.ts'
import { createProblemLines } from '../problem-lines.ts'
import { UsageError } from '../usage.ts'

const flags = {
  journal: {
    value: 'FILE',
    says: 'where the import keeps what it has done: after anything at all, the same command\ngoes on where it was, and each row exists once. Recommended.',
  },
  columns: {
    value: 'FIELD=HEADER',
    says: `which column fills a field, where its header does not say so; FIELD= for none;\nrepeatable. Fields: ${importFields.slice(0, 6).join(', ')},\n${importFields.slice(6).join(', ')}`,
    repeatable: true,
  },
  type: { value: 'TYPE', says: 'organization or person, for rows that do not say' },
  country: { value: 'COUNTRY', says: 'for rows that do not say, by code or name' },
  problems: { value: 'FILE', says: 'write every row that is not created there; .csv or .jsonl' },
  'possible-duplicates': {
    value: 'skip|create',
    says: 'what becomes of persons who may be in the team already (skip)',
  },
  'batch-size': { value: 'N', says: 'rows in a request, from 1 to 1000 (1000)' },
  concurrency: { value: 'N', says: 'requests at a time, from 1 to 16 (2)' },
  patience: { value: 'TIME', says: 'how long nothing but failures may come before it stops (5m)' },
  settle: {
    value: 'TIME',
    says: "after a lost answer: how long between two looks at the team's list that must agree\nbefore a row that is not in it is sent again (5s)",
  },
}

type ImportCall = CommandCall<keyof typeof flags>

export const importCommand = defineCommand({
  name: 'import',
  usage: 'FILE [flags]',
  about: `Creates the entities of a CSV file; - is stdin. The header names the fields in any common spelling. Rows that are
wrong, refused or there already are told with their lines, and the others are created, each exactly once.
SIGINT stops it when the requests under way are answered, and the report says what is left; a second one ends it
at once, after which only a --journal knows what was sent.
Rows that are there already are no failure: the status is 0 where nothing else went wrong.`,
  flags,
  examples: [
    'import customers.csv --journal customers.journal',
    'import customers.csv --type organization --country DE --columns name=Firma --columns tags=',
    'import customers.csv --journal customers.journal --problems problems.csv --json > report.json',
    'import - --type person < persons.csv',
  ],
  async run(call) {
    const file = onlyArgument(call, 'a FILE, or - for stdin,')
    const options = importOptions(call)
    const problemFile = checkFiles(call, file)
    if (file !== '-') await checkReadable(file)
    const client = await connect(call)
    if (options.journal === undefined)
      call.hint(
        "Without --journal, an import that is interrupted has to find out by the team's list what it had done.",
      )
    const problems = problemFile === undefined ? undefined : openProblemFile(problemFile)
    const lines = createProblemLines(call, problemFile !== undefined)
    const progress = showImport(call)
    call.signal.addEventListener('abort', () =>
      call.hint('stopping when the requests under way are answered'),
    )
    try {
      const report = await importPortfolio(
        client,
        file === '-' ? readInput(call.stdin, call.signal) : { file },
        {
          ...options,
          keepProblems: call.isJson ? undefined : 0,
          signal: call.signal,
          onProgress: progress.show,
          onProblem(problem) {
            problems?.write(problem)
            lines.tell(problem)
          },
        },
      )
      progress.end()
      lines.end()
      if (call.isJson) await call.output.json(reportAsJson(report))
      else await writeReport(call.output, report)
      return statusOf(report)
    } finally {
      progress.end()
      problems?.close()
    }
  },
})

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
  if (header.length === 0) throw new UsageError('--columns must be FIELD=HEADER, such as name=Firma')
  return [oneOf('the field of --columns', field.trim(), importFields), header.join('=').trim() || null]
}

/** The file for the problems, once it is sure that nothing else would be lost in it. */
function checkFiles({ flags }: ImportCall, file: string): string | undefined {
  const problems = flags.text('problems')
  const journal = flags.text('journal')
  const isSame = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && resolve(one) === resolve(other)
  if (isSame(problems, file) || isSame(problems, journal) || isSame(journal, file))
    throw new UsageError('FILE, --journal and --problems must be different files')
  if (problems !== undefined && !/\.(csv|jsonl)$/i.test(problems))
    throw new UsageError('--problems must name a file that ends in .csv or .jsonl')
  return problems
}

function statusOf({ stopped, invalid, refused, possibleDuplicates }: ImportReport): ExitStatus {
  if (stopped?.cause === 'entity_limit') return exit.entityLimit
  if (stopped?.cause === 'aborted') return exit.interrupted
  if (stopped?.cause === 'failed') return exit.failed
  return invalid + refused + possibleDuplicates > 0 ? exit.inPart : exit.done
}
