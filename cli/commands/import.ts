import type { EntityScreening } from '../../src/client.ts'
import type { ImportOptions } from '../../src/portfolio/import-options.ts'
import { runImport } from '../../src/portfolio/import-portfolio.ts'
import type { ImportReport } from '../../src/portfolio/import-report.ts'
import type { Journal } from '../../src/portfolio/journal/journal.ts'
import { logOmission, logProblem } from '../../src/portfolio/results/outcome-log.ts'
import type { PortfolioSource } from '../../src/portfolio/source/open-items.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { connectClient } from '../connection/connect.ts'
import { defineCommand } from '../definition/command.ts'
import { countTeam } from '../entities/wait-for-results.ts'
import { type ExitStatus, exit } from '../failure.ts'
import { isStdin } from '../files.ts'
import { createImportError } from '../import/create-import-error.ts'
import { endImport } from '../import/end-import.ts'
import { flagTerms } from '../import/option-flags.ts'
import { hasEarlierRun, type OutputFile, prepareOutputFile } from '../import/output-file.ts'
import { openProblemFile } from '../import/problem-file.ts'
import {
  createProblemReporter,
  noteFindings,
  noteHiddenProblems,
  reportOmission,
  reportProblem,
} from '../import/problems.ts'
import { createImportProgress } from '../import/progress.ts'
import { toJsonImportReport, writeImportReport } from '../import/report.ts'
import { assertNoWrittenFile, prepareResultFile, type ResultFile, readSourceForm } from '../import/results.ts'
import {
  assertProblemFormat,
  describeRepetition,
  type ImportCall,
  importFlags,
  openImportSource,
  readImportOptions,
  readResultWait,
} from '../import/settings.ts'
import type { JournalLocation } from '../journal/journal-location.ts'
import {
  isNewJournal,
  locateJournal,
  readWaitOptions,
  withJournalOnDemand,
} from '../journal/locate-journal.ts'
import type { CsvStyle } from '../output/csv-style.ts'

export const importCommand = defineCommand({
  name: 'import',
  usage: 'FILE [flags]',
  about: `Creates entities from a CSV file (- for stdin), each exactly once. The header may use any common spelling of the fields. Rows that are invalid, refused or already in the team are reported with their line numbers; all others are created.
Rows that are already in the team, or repeat an earlier row, do not count as failures: the exit status is 0 if nothing else went wrong.
SIGINT stops the import after the requests in flight, and the report shows what is left. A second SIGINT ends it at once; then only a --journal knows what was sent.
"import status --journal JOURNAL" shows what a journal has recorded; a file named status is imported as ./status.`,
  flags: importFlags,
  expects: 'one FILE, or - for stdin',
  exits: {
    [exit.failed]: 'failed: the service, the network or a file; no row imported (dry run: 3)',
    [exit.inPart]: 'done in part: rows or fields left out, or no result yet (--wait)',
    [exit.entityLimit]: "stopped at the team's entity limit",
  },
  examples: [
    'import customers.csv --journal customers.journal',
    'import customers.csv --type organization --country DE',
    'import customers.csv --columns name=Account --columns tags=',
    'import customers.csv --dry-run',
    'import customers.csv --results results.csv --wait 10m',
    'import customers.csv --problems left.csv --json > all.json',
    'import - --type person < persons.csv',
  ],
  async run(call) {
    const file = call.argument
    const options = readImportOptions(call)
    assertProblemFormat(call)
    const wait = readResultWait(call)
    const [journal, partition] = [call.flags.text('journal'), call.flags.text('partition')]
    const source = await openImportSource(file, call)
    const form = await readSourceForm(source, options)
    assertNoWrittenFile(file, form)
    const client = await connectClient(call)
    const location = journal === undefined ? null : locateJournal('--journal', journal, partition)
    const isContinued = await hasEarlierRun(call)
    const problemFile = await prepareOutputFile(call, 'problems', isContinued)
    const resultFile = await prepareResultFile(call, form, isContinued)
    const openForRun = options.dryRun
      ? (place: JournalLocation) => openReadOnly(place, call)
      : ({ open }: JournalLocation) => open(readWaitOptions(call))
    const teamSize = wait === undefined ? 0 : await countTeam(client, call.signal)
    const plan = { client, source, options, problemFile, resultFile, style: form.style }
    const { report, repeats, isNew } = await withJournalOnDemand(location, openForRun, openJournal =>
      importRows(call, plan, openJournal),
    ).catch((error: unknown) => {
      if (!InputValidationError.is(error) || error.operation !== 'importPortfolio') throw error
      throw createImportError(error, isStdin(file) ? 'stdin' : file, location?.title)
    })
    const { pending, unlisted, isComplete, error } = await endImport(call, client, {
      report,
      options,
      resultFile,
      wait,
      teamSize,
    })
    const isDry = options.dryRun === true
    if (call.isJson)
      await call.output.json({
        ...toJsonImportReport(report),
        isNewJournal: location === null || isDry ? undefined : isNew,
        pending: pending?.map(({ id }) => id),
        unlisted: unlisted ?? undefined,
      })
    else
      await writeImportReport(call.output, report, {
        repeats,
        hasJournal: location !== null,
        repetition: describeRepetition(call.flags),
        isDry,
        pending: pending && pending.length + (unlisted ?? 0),
      })
    if (error !== null) throw error
    const isEmpty = report.rows === 0 && report.stopped === null && options.partition === undefined
    if (isEmpty && !call.flags.has('allow-empty')) {
      call.output.note('entity-screening: the file has no rows; --allow-empty accepts that')
      return exit.failed
    }
    const status = importExitStatus(report, isDry)
    return status === exit.done && !isComplete ? exit.inPart : status
  },
})

interface ImportPlan {
  readonly client: EntityScreening
  readonly source: PortfolioSource
  readonly options: ImportOptions
  readonly problemFile: OutputFile | null
  readonly resultFile: ResultFile | null
  /** The style of the source. */
  readonly style: CsvStyle
}

/** Imports the rows, and shows their progress and problems. */
async function importRows(
  call: ImportCall,
  { client, source, options, problemFile, resultFile, style }: ImportPlan,
  openJournal: () => Promise<Journal | undefined>,
) {
  const openedFile = problemFile && (await openProblemFile(problemFile, style))
  const reporter = createProblemReporter(call, openedFile)
  const progress = createImportProgress(call)
  call.signal.addEventListener('abort', () => call.hint('stopping after the requests in flight'))
  try {
    const importOptions: ImportOptions = {
      ...options,
      keepProblems: call.isJson ? undefined : 0,
      signal: call.signal,
      onProgress: progress.show,
      onProblem(problem) {
        reportProblem(reporter, problem)
        if (resultFile !== null) logProblem(resultFile.log, problem)
      },
      onOmission(omission) {
        reportOmission(reporter, omission)
        if (resultFile !== null) logOmission(resultFile.log, omission)
      },
    }
    const terms = { ...flagTerms, showsCells: call.output.isTerminal }
    let isNew = false
    const report = await runImport(client, source, importOptions, terms, {
      async openJournal() {
        const journal = await openJournal()
        isNew = isNewJournal(journal)
        return journal
      },
      onFirstRows: findings => noteFindings(call.output, findings),
    })
    progress.end()
    noteHiddenProblems(reporter)
    await openedFile?.end()
    if (options.dryRun && problemFile?.replaces === false)
      call.hint(`${problemFile.file} is that of the dry run: the import needs --replace, or another file`)
    return { report, repeats: reporter.repeats, isNew }
  } finally {
    progress.end()
    openedFile?.discard()
  }
}

/** Opens a journal for a dry run, which only reads it. This works even while another process holds the journal. */
async function openReadOnly(location: JournalLocation, { hint }: ImportCall): Promise<Journal> {
  const snapshot = await location.inspect()
  if (snapshot === null) hint(`would start a new ${location.kind}: ${location.title}`)
  return { read: async () => snapshot?.lines ?? [], append: async () => {} }
}

function importExitStatus(report: ImportReport, isDry: boolean): ExitStatus {
  const { stopped, created, planned, duplicates, possibleDuplicates, invalid, refused, withOmissions } =
    report
  if (stopped?.cause === 'entity_limit') return exit.entityLimit
  if (stopped?.cause === 'aborted') return exit.interrupted
  if (stopped?.cause === 'failed') return exit.failed
  if (invalid + refused + possibleDuplicates + withOmissions === 0) return exit.done
  // A dry run that finds invalid rows has still done its work, so it has not failed.
  const isInPart = isDry || created + planned + duplicates + possibleDuplicates > 0
  return isInPart ? exit.inPart : exit.failed
}
