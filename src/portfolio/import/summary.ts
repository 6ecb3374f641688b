import type { BulkSummary } from '../../model/bulk.ts'
import { listedAs, listingKey } from '../../model/identity.ts'
import type { RowError } from '../../quirks/row-error.ts'
import { speaksOfEntityLimit } from '../../transport/errors/PermissionDeniedError.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import type { Batch } from './batch.ts'
import { conclude, type Delivery, type Fate, refusal } from './conclude.ts'
import { reconcile } from './reconcile.ts'
import type { ErrorsByRow } from './row-numbers.ts'

/** Makes rows of what the service says of rows by their numbers. */
export async function applySummary(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  summary: BulkSummary,
): Promise<void> {
  const suspects = rows.filter(({ line }) => batch.doubted.has(line))
  const numbered = delivery.numbers.read(rows, summary)
  const fate =
    numbered === null
      ? await judgeByList(delivery, batch, rows, summary)
      : judgeAll(rows, placed => numbered.get(placed))
  const problems = doubted(delivery, rows, await pardon(delivery, batch, suspects, fate.problems))
  await conclude(delivery, batch, { ...fate, problems }, 'response')
  if (fate.open.length > 0) delivery.stop('entity_limit', null)
}

/** @param errorOf what the service says against a row, or undefined. */
function judgeAll(rows: readonly PlacedRow[], errorOf: (placed: PlacedRow) => RowError | undefined): Fate {
  const created: PlacedRow[] = []
  const open: PlacedRow[] = []
  const problems: RowProblem[] = []
  for (const placed of rows) {
    const reason = errorOf(placed)?.reason
    if (reason === undefined) created.push(placed)
    else if (speaksOfEntityLimit(withoutName(reason, placed))) open.push(placed)
    else problems.push(problemOf(placed, reason))
  }
  return { created, open, problems }
}

/** The service has no error codes: that a row repeats an entity of the team is read from its sentence. */
function problemOf(placed: PlacedRow, reason: string): RowProblem {
  const isDuplicate = /\balready\b|\bduplicate/i.test(withoutName(reason, placed))
  return { ...refusal(placed.line, reason), kind: isDuplicate ? 'duplicate' : 'refused' }
}

/** Where the list has nobody of a row's name and country, that the row is a duplicate is only the service's word. */
function doubted(
  { ledger }: Delivery,
  rows: readonly PlacedRow[],
  problems: readonly RowProblem[],
): RowProblem[] {
  const isListed = ({ key, row }: PlacedRow) =>
    // An entity that was created alone may have no country.
    ledger.countLike(key) + ledger.countLike(listingKey({ ...listedAs(row), countryCode: null })) > 0
  const unlisted = new Set(rows.filter(placed => !isListed(placed)).map(({ line }) => line))
  return problems.map(problem => (unlisted.has(problem.line) ? { ...problem, kind: 'refused' } : problem))
}

/** A name may be "Maximum Team Ltd", and says nothing about the limit of the team. */
function withoutName(reason: string, { row }: PlacedRow): string {
  const { name } = listedAs(row)
  // The letters of a short one stand in other words too.
  return withoutQuotes(name.length > 3 ? reason.replaceAll(name, '') : reason)
}

function withoutQuotes(reason: string): string {
  return reason.replaceAll(/"[^"]*"/g, '')
}

/** Where the service does not say clearly which rows it refused, its list says which it took. */
async function judgeByList(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  summary: BulkSummary,
): Promise<Fate> {
  const { successCount, errorCount, errors } = summary
  const isCounted = successCount + errorCount === rows.length
  const absent = await reconcile(delivery, batch, rows, isCounted ? successCount : undefined)
  const found = delivery.numbers.readBy(absent, rows, summary) ?? errorsByName(absent, errors)
  const others = anyError(errors)
  return judgeAll(absent, placed => found.get(placed) ?? others)
}

/** What is said of rows of which nothing else is: that the team is full, or what is said of all. */
function anyError(errors: readonly RowError[]): RowError {
  const [first, ...others] = errors
  const isCommon = others.every(({ reason }) => reason === first?.reason)
  const limit = errors.find(({ reason }) => speaksOfEntityLimit(withoutQuotes(reason)))
  return limit ?? (isCommon && first !== undefined ? first : unexplained)
}

const unexplained: RowError = {
  row: null,
  reason: 'the service refused it, and did not say why',
  message: '',
}

/** The errors by the rows whose names they hold; one alone is that of the one row that is not there. */
function errorsByName(absent: readonly PlacedRow[], errors: readonly RowError[]): ErrorsByRow {
  const byRow = new Map<PlacedRow, RowError>()
  const [onlyRow, ...otherRows] = absent
  const [onlyError, ...otherErrors] = errors
  if (onlyRow && onlyError && otherRows.length + otherErrors.length === 0)
    return byRow.set(onlyRow, onlyError)
  for (const error of errors) {
    // Of "Acme" and "Acme Ltd", a sentence that holds both is about the longer.
    const [longest] = absent
      .filter(({ row }) => error.reason.includes(listedAs(row).name))
      .toSorted((one, other) => listedAs(other.row).name.length - listedAs(one.row).name.length)
    if (longest !== undefined) byRow.set(longest, error)
  }
  return byRow
}

/**
 * A row whose response was lost, and that is refused as a duplicate when it is sent again, may be its own duplicate: the list
 * says.
 *
 * @param suspects rows that were in doubt before they were sent this time.
 * @returns the problems of the others.
 */
async function pardon(
  delivery: Delivery,
  batch: Batch,
  suspects: readonly PlacedRow[],
  problems: readonly RowProblem[],
): Promise<readonly RowProblem[]> {
  const repeated = new Set(problems.filter(({ kind }) => kind === 'duplicate').map(({ line }) => line))
  const rows = suspects.filter(({ line }) => repeated.has(line))
  if (rows.length === 0) return problems
  const absent = await reconcile(delivery, batch, rows)
  const pardoned = new Set(rows.filter(placed => !absent.includes(placed)).map(({ line }) => line))
  return problems.filter(({ line }) => !pardoned.has(line))
}
