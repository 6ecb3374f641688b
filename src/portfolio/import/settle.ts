import type { BulkSummary } from '../../model/bulk.ts'
import { listedAs } from '../../resources/match-inputs.ts'
import { speaksOfEntityLimit } from '../../transport/errors/PermissionDeniedError.ts'
import type { SentRow } from '../rows/state.ts'
import type { Ending } from './ending.ts'
import type { LookUp } from './look-up.ts'
import type { Fate, ImportRecord } from './record.ts'

/** Makes a function that settles the rows of a request by what its response says of them. */
export function createSettle(lookUp: LookUp, record: ImportRecord, ending: Ending) {
  const reasonsByRow = createReasonReader()

  return async function settle(rows: readonly SentRow[], summary: BulkSummary): Promise<void> {
    const suspects = new Set(rows.filter(row => row.wasInDoubt))
    const numbered = reasonsByRow(rows, summary)
    const fate = numbered ? await pardon(suspects, judge(rows, numbered)) : await judgeByList(rows, summary)
    await record.conclude(fate)
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
      return isSteady && reasonsByRow(rows, summary, missing) !== null
    })
    const common = commonReason(errors.map(({ reason }) => reason))
    return judge(absent, reasonsByRow(rows, summary, absent) ?? new Map(absent.map(row => [row, common])))
  }

  /** Takes out rows that were in doubt, and may have been refused because they are there: the list says. */
  async function pardon(suspects: ReadonlySet<SentRow>, fate: Fate): Promise<Fate> {
    const doubtful = [...fate.refused.keys()].filter(row => suspects.has(row))
    const absent = new Set(await lookUp(doubtful))
    const refused = [...fate.refused].filter(([row]) => !suspects.has(row) || absent.has(row))
    return { ...fate, refused: new Map(refused) }
  }
}

/** @param reasons what the service says against some of the rows. */
function judge(rows: readonly SentRow[], reasons: ReadonlyMap<SentRow, string>): Fate {
  const created: SentRow[] = []
  const open: SentRow[] = []
  const refused = new Map<SentRow, string>()
  for (const row of rows) {
    const reason = reasons.get(row)
    if (reason === undefined) created.push(row)
    else if (isAboutLimit(reason, listedAs(row.row).name)) open.push(row)
    else refused.set(row, reason)
  }
  return { created, open, refused }
}

/** The number that the service gives the first row of a request, which the specification does not show. */
const usual: readonly number[] = [1, 0, 2]

/** Reads what a service says of rows by their numbers, and learns from where it counts them. */
function createReasonReader() {
  // All that no summary has ruled out.
  let possible = usual

  /**
   * @param absent the rows that the team's list lacks, where it was asked: one that is there was not refused.
   * @returns each reason by its row; null where numbers and counts leave a doubt.
   */
  return (rows: readonly SentRow[], summary: BulkSummary, absent = rows) => {
    // Without errors there is nothing to count.
    if (summary.errors.length === 0) return readReasons(rows, summary, 1)
    const mayBeRefused = new Set(absent)
    const readings = usual.flatMap(first => {
      const byRow = readReasons(rows, summary, first)
      return byRow !== null && [...byRow.keys()].every(row => mayBeRefused.has(row)) ? [{ first, byRow }] : []
    })
    if (readings.length === 0) return null
    const agreeing = readings.filter(({ first }) => possible.includes(first))
    // A service that contradicts itself is not understood.
    possible = agreeing.length > 0 ? agreeing.map(({ first }) => first) : usual
    const [only, ...others] = agreeing
    return only === undefined || others.length > 0 ? null : only.byRow
  }
}

/** Where rows are counted from `first`; null where the numbers and the counts do not agree. */
function readReasons(
  rows: readonly SentRow[],
  { successCount, errorCount, errors }: BulkSummary,
  first: number,
): ReadonlyMap<SentRow, string> | null {
  const byRow = new Map<SentRow, string>()
  for (const { row: number, reason } of errors) {
    const row = number === null ? undefined : rows[number - first]
    if (row !== undefined) byRow.set(row, reason)
  }
  const agree = byRow.size === errors.length && errorCount === errors.length
  return agree && successCount + errorCount === rows.length ? byRow : null
}

/** What is said of rows where numbers do not say which is meant: that the team is full, or all that is said. */
function commonReason(reasons: readonly string[]): string {
  const all = [...new Set(reasons)].slice(0, 5).join('; ')
  return (
    reasons.find(reason => isAboutLimit(reason, '')) ?? (all || 'the service refused it, and did not say why')
  )
}

/** The service has no error codes. "Maximum Team Ltd" says nothing about the team's limit. */
function isAboutLimit(reason: string, name: string): boolean {
  // The letters of a short name stand in other words too.
  const said = name.length > 3 ? reason.replaceAll(name, '') : reason
  return speaksOfEntityLimit(said.replaceAll(/"[^"]*"/g, ''))
}
