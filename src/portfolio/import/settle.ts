import type { BulkSummary } from '../../model/bulk.ts'
import { listedAs } from '../../resources/match-inputs.ts'
import { speaksOfEntityLimit } from '../../transport/errors/PermissionDeniedError.ts'
import type { SentRow } from '../rows/state.ts'
import type { Course } from './course.ts'
import type { LookUp } from './look-up.ts'
import type { Fate, ImportRecord } from './record.ts'

/** What a service says against some rows. */
type Reasons = ReadonlyMap<SentRow, string>

/** The number that a service gives the first row of a request, which the specification does not show. */
const firstNumbers: readonly number[] = [1, 0, 2]

/** Makes a function that settles the rows of a request by what its response says of them. */
export function createSettle(lookUp: LookUp, record: ImportRecord, course: Course) {
  /** The numbers that no summary has ruled out. */
  let possible = firstNumbers

  return async function settle(rows: readonly SentRow[], summary: BulkSummary): Promise<void> {
    const reasons = readReasons(rows, summary)
    const fate = reasons ? await pardon(judge(rows, reasons)) : await judgeByList(rows, summary)
    await record.conclude(fate)
    if (fate.open.length > 0) course.stop('entity_limit', new Error('the team has no room for more entities'))
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
      return isSteady && readReasons(rows, summary, missing) !== null
    })
    const common = commonReason(errors.map(({ reason }) => reason))
    return judge(absent, readReasons(rows, summary, absent) ?? new Map(absent.map(row => [row, common])))
  }

  /** Takes out rows that were in doubt, and may have been refused because they are there: the list says. */
  async function pardon(fate: Fate): Promise<Fate> {
    const doubtful = [...fate.refused.keys()].filter(row => row.wasInDoubt)
    const absent = new Set(await lookUp(doubtful))
    const refused = [...fate.refused].filter(([row]) => !doubtful.includes(row) || absent.has(row))
    return { ...fate, refused: new Map(refused) }
  }

  /**
   * Reads what a service says of rows by their numbers, and learns from where it counts them.
   *
   * @param absent the rows that the team's list lacks, where it was asked: one that is there was not refused.
   * @returns null where numbers and counts leave a doubt.
   */
  function readReasons(rows: readonly SentRow[], summary: BulkSummary, absent = rows): Reasons | null {
    // Without errors there is nothing to count.
    if (summary.errors.length === 0) return reasonsFrom(1, rows, summary)
    const mayBeRefused = new Set(absent)
    const readings = firstNumbers.flatMap(first => {
      const reasons = reasonsFrom(first, rows, summary)
      return reasons && [...reasons.keys()].every(row => mayBeRefused.has(row)) ? [{ first, reasons }] : []
    })
    const [only, ...others] = readings.filter(({ first }) => possible.includes(first))
    // A service that contradicts itself is not understood.
    possible = only ? [only, ...others].map(({ first }) => first) : firstNumbers
    return only && others.length === 0 ? only.reasons : null
  }
}

function judge(rows: readonly SentRow[], reasons: Reasons): Fate {
  const [created, open, refused]: [SentRow[], SentRow[], Map<SentRow, string>] = [[], [], new Map()]
  for (const row of rows) {
    const reason = reasons.get(row)
    if (reason === undefined) created.push(row)
    else if (isAboutLimit(reason, listedAs(row.row).name)) open.push(row)
    else refused.set(row, reason)
  }
  return { created, open, refused }
}

/** Where rows are counted from `first`; null where the numbers and the counts do not agree. */
function reasonsFrom(
  first: number,
  rows: readonly SentRow[],
  { successCount, errorCount, errors }: BulkSummary,
): Reasons | null {
  const reasons = new Map<SentRow, string>()
  for (const { row: number, reason } of errors) {
    const row = number === null ? undefined : rows[number - first]
    if (row !== undefined) reasons.set(row, reason)
  }
  const agree = reasons.size === errors.length && errorCount === errors.length
  return agree && successCount + errorCount === rows.length ? reasons : null
}

/** What is said of rows where numbers do not say which is meant: that the team is full, or all that is said. */
function commonReason(reasons: readonly string[]): string {
  const all = [...new Set(reasons)].slice(0, 5).join('; ')
  const limit = reasons.find(reason => isAboutLimit(reason, ''))
  return limit ?? (all || 'the service refused it, and did not say why')
}

/** The service has no error codes. "Maximum Team Ltd" says nothing about the team's limit. */
function isAboutLimit(reason: string, name: string): boolean {
  // The letters of a short name stand in other words too.
  const said = name.length > 3 ? reason.replaceAll(name, '') : reason
  return speaksOfEntityLimit(said.replaceAll(/"[^"]*"/g, ''))
}
