import type { SourceFindings } from '../../src/portfolio/import/import-run.ts'
import type { RowOmission, RowProblem } from '../../src/portfolio/import-report.ts'
import type { CommandCall } from '../definition/command.ts'
import type { ProblemFile, ProblemLine } from './problem-file.ts'

/**
 * Maximum number of problems to show, by kind. The number for duplicates is low, because in a file that was imported before,
 * every row is a duplicate.
 */
const maxShown: Readonly<Record<ProblemLine['kind'], number>> = {
  invalid: 20,
  omitted: 20,
  refused: 20,
  possible_duplicate: 20,
  duplicate: 5,
}

/**
 * The state of a report of the rows that are not created, and of the fields without which rows are created. It shows some of them,
 * and writes all of them to the file that `--problems` names, if any.
 */
export interface ProblemReporter {
  readonly output: CommandCall['output']
  readonly file: ProblemFile | null
  /** The numbers of problems, by kind. */
  readonly counts: Map<ProblemLine['kind'], number>
  /** The number of problems that are not shown. */
  hiddenCount: number
  /** The numbers of rows that repeat, or may repeat, another row of the source. */
  readonly repeats: Record<'duplicate' | 'possible_duplicate', number>
}

export function createProblemReporter(
  { output }: Pick<CommandCall, 'output'>,
  file: ProblemFile | null,
): ProblemReporter {
  return { output, file, counts: new Map(), hiddenCount: 0, repeats: { duplicate: 0, possible_duplicate: 0 } }
}

/** Reports a row that is not created. */
export function reportProblem(reporter: ProblemReporter, problem: RowProblem): void {
  const { kind, sameAs } = problem
  if (sameAs !== null && (kind === 'duplicate' || kind === 'possible_duplicate')) reporter.repeats[kind] += 1
  showProblem(reporter, problem)
}

/** Reports a field without which a row is created. */
export function reportOmission(reporter: ProblemReporter, omission: RowOmission): void {
  const reason = `left out: ${omission.reason}`
  showProblem(reporter, { ...omission, kind: 'omitted', reason, sameAs: null })
}

/** Notes how many problems are not shown. */
export function noteHiddenProblems({ output, file, hiddenCount }: ProblemReporter): void {
  const place = file === null ? 'not shown; --problems FILE writes them all' : 'in the --problems file'
  if (hiddenCount > 0) output.note(`and ${hiddenCount.toLocaleString('en')} more, ${place}`)
}

/** Warns of what an entity cannot get, or lose, later. */
export function noteFindings(
  output: CommandCall['output'],
  { warnings, registrationCandidates: columns }: SourceFindings,
): void {
  for (const { line, column, reason } of warnings) output.note(`warning: line ${line} (${column}): ${reason}`)
  if (columns.length === 0) return
  const choice = `${columns.length > 1 ? 'one of ' : ''}${columns.join(', ')}`
  output.note(
    `warning: no column is read for registration numbers, and an entity cannot get one later: if ${choice} has them, stop now, and add --columns registration=HEADER; if none has, --columns registration=`,
  )
}

function showProblem(reporter: ProblemReporter, problem: ProblemLine): void {
  const { kind, line, column, reason } = problem
  reporter.file?.write(problem)
  const count = (reporter.counts.get(kind) ?? 0) + 1
  reporter.counts.set(kind, count)
  if (count > maxShown[kind]) reporter.hiddenCount += 1
  else reporter.output.note(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
}
