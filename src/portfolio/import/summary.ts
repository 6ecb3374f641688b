import type { BulkSummary } from '../../model/bulk.ts'
import type { RowError } from '../../quirks/row-error.ts'
import { listedAs, listingKey } from '../../resources/match-inputs.ts'
import { speaksOfEntityLimit } from '../../transport/errors/PermissionDeniedError.ts'
import type { Importing } from './importing.ts'
import { reconcile } from './reconcile.ts'
import { conclude, type Fate, type Refusal, type SentRow } from './sent-rows.ts'

/** Makes rows of what the service says of rows by their numbers. */
export async function applySummary(
  run: Importing,
  rows: readonly SentRow[],
  summary: BulkSummary,
): Promise<void> {
  const suspects = new Set(rows.filter(row => row.wasInDoubt))
  const numbered = run.errorsByRow(rows, summary)
  const { created, open, refused } =
    numbered === null ? await judgeByList(run, rows, summary) : judgeAll(rows, placed => numbered.get(placed))
  const pardoned = await pardon(run, suspects, refused)
  await conclude(run, { created, open, refused: pardoned.map(refusal => doubted(run, refusal)) })
  if (open.length > 0) run.stop('entity_limit', new Error('the team has no room for more entities'))
}

/** @param errorOf what the service says against a row, or undefined. */
function judgeAll(rows: readonly SentRow[], errorOf: (row: SentRow) => RowError | undefined): Fate {
  const created: SentRow[] = []
  const open: SentRow[] = []
  const refused: Refusal[] = []
  for (const row of rows) {
    const reason = errorOf(row)?.reason
    if (reason === undefined) created.push(row)
    else if (speaksOfEntityLimit(withoutName(reason, row))) open.push(row)
    else {
      // The service has no error codes: that a row repeats an entity of the team is read from its sentence.
      const isDuplicate = /\balready\b|\bduplicate/i.test(withoutName(reason, row))
      refused.push({ row, kind: isDuplicate ? 'duplicate' : 'refused', reason })
    }
  }
  return { created, open, refused }
}

/** If the list has no entity of a row's name and country, only the service says that the row is a duplicate. */
function doubted({ ledger }: Importing, refusal: Refusal): Refusal {
  const { key, row } = refusal.row
  // An entity that was created alone may have no country.
  const like = ledger.countLike(key) + ledger.countLike(listingKey({ ...listedAs(row), countryCode: null }))
  return like > 0 ? refusal : { ...refusal, kind: 'refused' }
}

/** A name may be "Maximum Team Ltd", and says nothing about the limit of the team. */
function withoutName(reason: string, { row }: SentRow): string {
  const { name } = listedAs(row)
  // The letters of a short one stand in other words too.
  return withoutQuotes(name.length > 3 ? reason.replaceAll(name, '') : reason)
}

function withoutQuotes(reason: string): string {
  return reason.replaceAll(/"[^"]*"/g, '')
}

/** Where the service does not say clearly which rows it refused, its list says which it took. */
async function judgeByList(run: Importing, rows: readonly SentRow[], summary: BulkSummary): Promise<Fate> {
  const { successCount, errorCount, errors } = summary
  const isCounted = successCount + errorCount === rows.length
  // All but the errors were created; where it counts none, it may just not count them.
  const others = errorCount > 0 ? rows.length - errorCount : 0
  const created = Math.min(rows.length, Math.max(successCount, others))
  const [first] = rows
  // A later run must find as many, too.
  if (first !== undefined && created > 0) await run.keep({ batch: first.batch, accepted: created })
  const absent = await reconcile(run, rows, created, (missing, isSteady) => {
    if (isCounted && missing.length === errorCount) return true
    return isSteady && run.errorsByRow(rows, summary, missing) !== null
  })
  const numbered = run.errorsByRow(rows, summary, absent)
  if (numbered !== null) return judgeAll(absent, row => numbered.get(row))
  const named = errorsByName(absent, errors)
  const common = anyError(errors)
  return judgeAll(absent, row => named.get(row) ?? common)
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
function errorsByName(absent: readonly SentRow[], errors: readonly RowError[]): Map<SentRow, RowError> {
  const byRow = new Map<SentRow, RowError>()
  const [onlyRow, ...otherRows] = absent
  const [onlyError, ...otherErrors] = errors
  if (onlyRow && onlyError && otherRows.length + otherErrors.length === 0)
    return byRow.set(onlyRow, onlyError)
  const nameOf = ({ row }: SentRow) => listedAs(row).name
  for (const error of errors) {
    // Of "Acme" and "Acme Ltd", a sentence that holds both is about the longer.
    const [longest] = absent
      .filter(row => error.reason.includes(nameOf(row)))
      .toSorted((one, other) => nameOf(other).length - nameOf(one).length)
    if (longest !== undefined) byRow.set(longest, error)
  }
  return byRow
}

/** Takes out rows that are refused as duplicates of their own, whose responses were lost before: the list says. */
async function pardon(
  run: Importing,
  suspects: ReadonlySet<SentRow>,
  refused: readonly Refusal[],
): Promise<readonly Refusal[]> {
  const isDoubtful = ({ row, kind }: Refusal) => kind === 'duplicate' && suspects.has(row)
  const absent = await reconcile(
    run,
    refused.filter(isDoubtful).map(({ row }) => row),
  )
  return refused.filter(refusal => !isDoubtful(refusal) || absent.includes(refusal.row))
}
