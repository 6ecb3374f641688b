import { importPortfolio } from '../../src/portfolio/import-portfolio.ts'
import type { Journal } from '../../src/portfolio/journal/journal.ts'
import type { ImportReport } from '../../src/portfolio/report.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { connect } from '../connection/connect.ts'
import { defineCommand } from '../definition/command.ts'
import { type ExitStatus, exit } from '../failure.ts'
import { isStdin } from '../files.ts'
import { createProblems } from '../import/problems.ts'
import { showImport } from '../import/progress.ts'
import { importRefusal } from '../import/refusal.ts'
import { reportAsJson, writeReport } from '../import/report.ts'
import { importFlags, importOptions, openSource, problemFileOf } from '../import/settings.ts'
import { type JournalPlace, openJournal, waitingOf, withJournal } from '../journal/open-journal.ts'

export const command = defineCommand({
  name: 'import',
  usage: 'FILE [flags]',
  about: `Creates entities from a CSV file (- for stdin), each exactly once. The header may use any common spelling of the fields. Rows that are invalid, refused or already in the team are reported with their line numbers; all others are created.
Rows that are already in the team, or repeat an earlier row, do not count as failures: the exit status is 0 if nothing else went wrong.
SIGINT stops the import after the requests in flight, and the report shows what is left. A second SIGINT ends it at once; then only a --journal knows what was sent.
"import status --journal JOURNAL" shows what a journal has recorded; a file named status is imported as ./status.`,
  flags: importFlags,
  takes: 'one FILE, or - for stdin',
  words: ['status'],
  exits: {
    [exit.failed]: 'failed: the service, the network or a file; no good row (3 in a dry run)',
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
    const file = call.argument
    const options = importOptions(call)
    const problemFile = problemFileOf(call)
    const [journal, partition] = [call.flags.text('journal'), call.flags.text('partition')]
    const source = await openSource(file, call)
    const client = await connect(call)
    const place = journal === undefined ? null : openJournal(journal, partition)
    const take = options.dryRun ? lookAt : ({ open }: JournalPlace) => open(waitingOf(call))
    const importRows = async (journal: Journal | undefined) => {
      const problems = createProblems(call, problemFile)
      const progress = showImport(call)
      call.signal.addEventListener('abort', () => call.hint('stopping after the requests in flight'))
      try {
        const report = await importPortfolio(client, source, {
          ...options,
          journal,
          keepProblems: call.isJson ? undefined : 0,
          signal: call.signal,
          onProgress: progress.show,
          onProblem: problems.add,
        })
        progress.end()
        problems.end()
        return { report, repeats: problems.repeats() }
      } finally {
        progress.end()
        problems.close()
      }
    }
    const { report, repeats } = await withJournal(place, take, importRows).catch((error: unknown) => {
      if (!InputValidationError.is(error) || error.operation !== 'importPortfolio') throw error
      throw importRefusal(error, isStdin(file) ? 'stdin' : file, place?.title)
    })
    const isDry = options.dryRun === true
    if (call.isJson) await call.output.json(reportAsJson(report))
    else await writeReport(call.output, report, { repeats, hasJournal: place !== null, isDry })
    const isEmpty = report.rows === 0 && report.stopped === null && options.partition === undefined
    if (!isEmpty || call.flags.has('allow-empty')) return statusOf(report, isDry)
    call.output.note('entity-screening: the file has no rows; --allow-empty accepts that')
    return exit.failed
  },
})

/** A dry run only looks at a journal, which another process may have. */
async function lookAt(place: JournalPlace): Promise<Journal> {
  const glance = await place.inspect()
  return { read: async () => glance?.lines ?? [], append: async () => {} }
}

function statusOf(report: ImportReport, isDry: boolean): ExitStatus {
  const { stopped, created, planned, duplicates, possibleDuplicates, invalid, refused } = report
  if (stopped?.cause === 'entity_limit') return exit.entityLimit
  if (stopped?.cause === 'aborted') return exit.interrupted
  if (stopped?.cause === 'failed') return exit.failed
  if (invalid + refused + possibleDuplicates === 0) return exit.done
  // A dry run has done what it is for.
  const isInPart = isDry || created + planned + duplicates + possibleDuplicates > 0
  return isInPart ? exit.inPart : exit.failed
}
