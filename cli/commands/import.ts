import { importPortfolio } from '../../src/portfolio/import-portfolio.ts'
import type { Journal } from '../../src/portfolio/journal/journal.ts'
import type { ImportReport } from '../../src/portfolio/report.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { connect } from '../connection/connect.ts'
import { type ExitStatus, exit } from '../definition/command.ts'
import { defineCommand, onlyArgument } from '../definition/define.ts'
import { describeEarlierRuns, readEarlierRuns } from '../import/earlier.ts'
import { importRefusal, inFlags } from '../import/input.ts'
import { openProblemFile } from '../import/problem-file.ts'
import { createProblemLines } from '../import/problem-lines.ts'
import { showImport } from '../import/progress.ts'
import { reportAsJson, writeReport } from '../import/report.ts'
import {
  type ImportCall,
  importFlags,
  importOptions,
  openSource,
  placeOf,
  problemFileOf,
} from '../import/settings.ts'
import { type JournalPlace, openJournal, waitingOf, withJournal } from '../journal/open-journal.ts'

export const importCommand = defineCommand({
  name: 'import',
  usage: 'FILE [flags]',
  about: `Creates entities from a CSV file (- for stdin), each exactly once. The header may use any common spelling of the fields. Rows that are invalid, refused or already in the team are reported with their line numbers; all others are created.
Rows that are already in the team, or repeat an earlier row, do not count as failures: the exit status is 0 if nothing else went wrong.
SIGINT stops the import after the requests in flight, and the report shows what is left. A second SIGINT ends it at once; then only a --journal knows what was sent.
"import status --journal JOURNAL" shows what a journal has recorded; a file named status is imported as ./status.`,
  flags: importFlags,
  exits: {
    [exit.failed]: 'failed: the service, the network or a file; or no row was good',
    [exit.inPart]: 'done in part: some rows were not created',
    [exit.entityLimit]: "stopped at the team's entity limit",
  },
  examples: [
    'import customers.csv --journal customers.journal',
    'import customers.csv --type organization --country DE',
    'import customers.csv --columns name=Account --columns tags=',
    'import customers.csv --dry-run',
    'import customers.csv --problems left.csv --json > all.json',
    'import - --type person < persons.csv',
  ],
  async run(call) {
    const file = onlyArgument(call, 'import', 'one FILE, or - for stdin')
    const options = importOptions(call)
    const problemFile = problemFileOf(call, file)
    const [journal, partition] = [call.flags.text('journal'), call.flags.text('partition')]
    const source = await openSource(file, call)
    const client = await connect(call)
    const place = journal === undefined ? null : openJournal(journal, partition)
    const take = options.dryRun ? lookAt : ({ open }: JournalPlace) => open(waitingOf(call))
    return withJournal(place, take, async opened => {
      if (opened !== undefined) await sayEarlier(opened, call)
      return runImport(call, { file, problemFile, place, journal: opened, client, source, options })
    })
  },
})

interface ImportRun {
  readonly file: string
  readonly problemFile: string | undefined
  readonly place: JournalPlace | null
  readonly journal: Journal | undefined
  readonly client: Parameters<typeof importPortfolio>[0]
  readonly source: Parameters<typeof importPortfolio>[1]
  readonly options: NonNullable<Parameters<typeof importPortfolio>[2]>
}

async function runImport(
  call: ImportCall,
  { file, problemFile, place, journal, client, source, options }: ImportRun,
): Promise<ExitStatus> {
  const problems = problemFile === undefined ? undefined : openProblemFile(problemFile)
  const lines = createProblemLines(call, problemFile !== undefined)
  const progress = showImport(call)
  let repeats = 0
  call.signal.addEventListener('abort', () => call.hint('stopping after the requests in flight'))
  try {
    const report = await importPortfolio(client, source, {
      ...options,
      journal,
      keepProblems: call.isJson ? undefined : 0,
      signal: call.signal,
      onProgress: progress.show,
      onProblem(found) {
        const problem = inFlags(found)
        problems?.write(problem)
        lines.report(problem)
        if (problem.sameAs !== null) repeats += 1
      },
    })
    progress.end()
    lines.end()
    if (call.isJson)
      await call.output.json(reportAsJson({ ...report, problems: report.problems.map(inFlags) }))
    else
      await writeReport(call.output, report, {
        repeats,
        hasJournal: journal !== undefined,
        isDry: options.dryRun === true,
      })
    const isEmpty = report.rows === 0 && report.stopped === null && options.partition === undefined
    if (isEmpty && !call.flags.has('allow-empty')) {
      call.output.note('entity-screening: the file has no rows; --allow-empty takes that for a success')
      return exit.failed
    }
    return statusOf(report)
  } catch (error) {
    if (!InputValidationError.is(error) || error.operation !== 'importPortfolio') throw error
    throw importRefusal(error, {
      source: placeOf(file) === '-' ? 'stdin' : file,
      journal: place?.title,
    })
  } finally {
    progress.end()
    problems?.close()
  }
}

/** A dry run only looks at a journal, which another process may have. */
async function lookAt(place: JournalPlace): Promise<Journal> {
  const glance = await place.inspect()
  return { read: async () => glance?.lines ?? [], append: async () => {} }
}

async function sayEarlier(journal: Journal, call: ImportCall): Promise<void> {
  try {
    const sentence = describeEarlierRuns(await readEarlierRuns(await journal.read()))
    if (sentence !== null) call.hint(sentence)
  } catch (error) {
    // What is no journal, the import itself refuses.
    if (!(error instanceof TypeError)) throw error
  }
}

function statusOf(report: ImportReport): ExitStatus {
  const { stopped, created, planned, duplicates, possibleDuplicates, invalid, refused } = report
  if (stopped?.cause === 'entity_limit') return exit.entityLimit
  if (stopped?.cause === 'aborted') return exit.interrupted
  if (stopped?.cause === 'failed') return exit.failed
  if (invalid + refused + possibleDuplicates === 0) return exit.done
  return created + planned + duplicates + possibleDuplicates > 0 ? exit.inPart : exit.failed
}
