import type { BulkSummary, RowError } from '../../model/bulk.ts'
import { listedAs, listingKey } from '../../resources/match-inputs.ts'
import { speaksOfEntityLimit } from '../../transport/errors/PermissionDeniedError.ts'
import type { Ledger } from '../team/ledger.ts'
import type { Ending } from './ending.ts'
import type { LookUp } from './look-up.ts'
import type { Fate, ImportRecord, Refusal, SentRow } from './record.ts'

interface SettleParts {
  readonly lookUp: LookUp
  readonly ledger: Ledger
  readonly record: ImportRecord
  readonly ending: Ending
}

/** Makes a function that settles the rows of a request by what its response says of them. */
export function createSettle({ lookUp, ledger, record, ending }: SettleParts) {
  const errorsByRow = createErrorReader()

  return async function settle(rows: readonly SentRow[], summary: BulkSummary): Promise<void> {
    const suspects = new Set(rows.filter(row => row.wasInDoubt))
    const numbered = errorsByRow(rows, summary)
    const fate =
      numbered === null ? await judgeByList(rows, summary) : judge(rows, placed => numbered.get(placed))
    const refused = await pardon(suspects, fate.refused)
    await record.conclude({ ...fate, refused: refused.map(doubted) })
    if (fate.open.length > 0) ending.stop('entity_limit', new Error('the team has no room for more entities'))
  }

  /** Where the service does not say clearly which rows it refused, its list says which it took. */
  async function judgeByList(rows: readonly SentRow[], summary: BulkSummary): Promise<Fate> {
    const { successCount, errorCount, errors } = summary
    const isCounted = successCount + errorCount === rows.length
    // All but the errors were created; where it counts none, it may just not count them.
    const others = errorCount > 0 ? rows.length - errorCount : 0
    const created = Math.min(rows.length, Math.max(successCount, others))
    // A later run must find as many, too.
    await record.count(rows, created)
    const absent = await lookUp(rows, created, (missing, isSteady) => {
      if (isCounted && missing.length === errorCount) return true
      return isSteady && errorsByRow(rows, summary, missing) !== null
    })
    const numbered = errorsByRow(rows, summary, absent)
    return judge(absent, numbered === null ? createNamedErrors(absent, errors) : row => numbered.get(row))
  }

  /** Takes out rows that are refused as duplicates of their own, whose responses were lost before: the list says. */
  async function pardon(
    suspects: ReadonlySet<SentRow>,
    refused: readonly Refusal[],
  ): Promise<readonly Refusal[]> {
    const isDoubtful = ({ row, kind }: Refusal) => kind === 'duplicate' && suspects.has(row)
    const absent = await lookUp(refused.filter(isDoubtful).map(({ row }) => row))
    return refused.filter(refusal => !isDoubtful(refusal) || absent.includes(refusal.row))
  }

  /**
   * Only the service says that a row is a duplicate if the list has no entity of its name and country, or none with its number:
   * that may be another company, or this one without the number.
   */
  function doubted(refusal: Refusal): Refusal {
    const { key, row } = refusal.row
    if (row.type !== 'person' && row.registration !== undefined) return { ...refusal, kind: 'refused' }
    // An entity that was created alone may have no country.
    const like = ledger.countLike(key) + ledger.countLike(listingKey({ ...listedAs(row), countryCode: null }))
    return like > 0 ? refusal : { ...refusal, kind: 'refused' }
  }
}

/** @param errorOf what the service says against a row, or undefined. */
function judge(rows: readonly SentRow[], errorOf: (row: SentRow) => RowError | undefined): Fate {
  const created: SentRow[] = []
  const open: SentRow[] = []
  const refused: Refusal[] = []
  for (const row of rows) {
    const reason = errorOf(row)?.reason
    const kind = reason === undefined ? 'created' : kindOfError(row, reason)
    if (reason === undefined || kind === 'created') created.push(row)
    else if (kind === 'entity_limit') open.push(row)
    else refused.push({ row, kind, reason })
  }
  return { created, open, refused }
}

/** The number that the service gives the first row of a request, which the specification does not show. */
const usual: readonly number[] = [1, 0, 2]

/** Reads what a service says of rows by their numbers, and learns from where it counts them. */
function createErrorReader() {
  // All that no summary has ruled out.
  let possible = usual

  /**
   * @param absent the rows that the team's list lacks, where it was asked.
   * @returns each error by its row; null where numbers and counts leave a doubt.
   */
  return (rows: readonly SentRow[], summary: BulkSummary, absent?: readonly SentRow[]) => {
    // Without errors there is nothing to count.
    if (summary.errors.length === 0) return errorsByRow(rows, summary, 1)
    const fitting = usual.filter(first => {
      if (absent === undefined) return summary.errors.every(error => rowOf(rows, error, first))
      const byRow = errorsByRow(rows, summary, first)
      // One that is there was not refused; what is not there may only be shown in another way.
      return byRow !== null && [...byRow.keys()].every(row => absent.includes(row))
    })
    const agreeing = fitting.filter(first => possible.includes(first))
    // A service that contradicts itself is not understood.
    possible = agreeing.length > 0 ? agreeing : usual
    const [first, ...others] = agreeing
    return first === undefined || others.length > 0 ? null : errorsByRow(rows, summary, first)
  }
}

/** Where rows are counted from `first`; null where the numbers and the counts do not agree. */
function errorsByRow(
  rows: readonly SentRow[],
  { successCount, errorCount, errors }: BulkSummary,
  first: number,
): ReadonlyMap<SentRow, RowError> | null {
  const byRow = new Map<SentRow, RowError>()
  for (const error of errors) {
    const row = rowOf(rows, error, first)
    if (row !== undefined) byRow.set(row, error)
  }
  const agree = byRow.size === errors.length && errorCount === errors.length
  return agree && successCount + errorCount === rows.length ? byRow : null
}

function rowOf(rows: readonly SentRow[], { row }: RowError, first: number): SentRow | undefined {
  return row === null ? undefined : rows[row - first]
}

/** What is said against each of the rows that are absent, where numbers do not say it: by their names, or of all of them. */
function createNamedErrors(
  absent: readonly SentRow[],
  errors: readonly RowError[],
): (row: SentRow) => RowError {
  const byRow = new Map<SentRow, RowError>()
  const nameOf = ({ row }: SentRow) => listedAs(row).name
  for (const error of errors) {
    // Of "Acme" and "Acme Ltd", a sentence that holds both is about the longer.
    const [longest] = absent
      .filter(row => error.reason.includes(nameOf(row)))
      .toSorted((one, other) => nameOf(other).length - nameOf(one).length)
    if (longest !== undefined) byRow.set(longest, error)
  }
  const common = commonError(errors)
  return row => (absent.length === 1 && errors.length === 1 ? errors[0] : byRow.get(row)) ?? common
}

/** That the team is full, or what is said of all. */
function commonError(errors: readonly RowError[]): RowError {
  const [first, ...others] = errors
  const limit = errors.find(({ reason }) => speaksOfEntityLimit(withoutQuotes(reason)))
  const isCommon = others.every(({ reason }) => reason === first?.reason)
  const unexplained = { row: null, reason: 'the service refused it, and did not say why', message: '' }
  return limit ?? (isCommon && first !== undefined ? first : unexplained)
}

/** What a sentence says against a row. The service has no error codes. */
function kindOfError({ row }: SentRow, reason: string): 'entity_limit' | 'duplicate' | 'refused' {
  const { name } = listedAs(row)
  // "Maximum Team Ltd" says nothing about the team's limit. The letters of a short name stand in other words too.
  const said = withoutQuotes(name.length > 3 ? reason.replaceAll(name, '') : reason)
  if (speaksOfEntityLimit(said)) return 'entity_limit'
  return /\balready\b|\bduplicate/i.test(said) ? 'duplicate' : 'refused'
}

function withoutQuotes(reason: string): string {
  return reason.replaceAll(/"[^"]*"/g, '')
}
