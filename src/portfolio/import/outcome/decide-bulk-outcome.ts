import type { BulkSummary } from '../../../model/bulk.ts'
import { isTransientStatus } from '../../../transport/attempts/outcome.ts'
import { ApiError } from '../../../transport/errors/ApiError.ts'
import type { EntityScreeningError } from '../../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../../transport/errors/PermissionDeniedError.ts'
import type { ScreeningError } from '../../../transport/errors/ScreeningError.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import type { BatchOutcome, BulkRequest, FailureCause, RequestFailure, RowGroup } from '../state/batch.ts'
import type { ImportState } from '../state/import-state.ts'
import { createInDoubtSearch } from '../state/in-doubt-search.ts'
import { noOutcome } from './batch-outcome.ts'
import { isAboutLimit, joinReasons, type RefusalReasons, readSummary } from './refusal-reasons.ts'

/** The number of failures after which a group of rows is divided. */
const maxFailures = 3
/** The number of failures, while other requests succeed, after which a row is treated as refused. */
const maxSuspectFailures = 5

/** The result of a request: a summary, or an error. */
export type BulkResponse =
  | { readonly kind: 'summary'; readonly summary: BulkSummary }
  /** `isGivenUp`: all requests have failed for the duration of `giveUpAfter`. */
  | { readonly kind: 'failure'; readonly error: ScreeningError; readonly isGivenUp: boolean }

/** Determines the outcome of each row of a bulk request from the response. Does not change the state. */
export function decideBulkOutcome(
  state: ImportState,
  request: BulkRequest,
  response: BulkResponse,
): BatchOutcome {
  const { rows } = request.group
  if (response.kind === 'summary') return decideSummary(state, rows, response.summary)
  const { error, isGivenUp } = response
  const failure = {
    request,
    error,
    failureCause: classifyFailure(error),
    isGivenUp,
    requests: state.requests,
  }
  return error.outcome === 'not_done'
    ? concludeFailure(failure, rows)
    : { ...noOutcome, search: createInDoubtSearch({ kind: 'failure', failure }, rows, 0) }
}

export function classifyFailure(error: EntityScreeningError): FailureCause {
  if (PermissionDeniedError.is(error) && error.isEntityLimit) return 'limit'
  if (InputValidationError.is(error)) return 'rows'
  if (!ApiError.is(error) || isTransientStatus(error.status)) return 'service'
  return [400, 413, 422].includes(error.status ?? 0) ? 'rows' : 'call'
}

function decideSummary(
  state: ImportState,
  rows: readonly AnnouncedRow[],
  summary: BulkSummary,
): BatchOutcome {
  const { reasons, firstNumbers } = readSummary(state.firstNumbers, rows, summary)
  if (reasons === null) {
    const accepted = countAccepted(rows, summary)
    const search = createInDoubtSearch({ kind: 'unclear_summary', summary }, rows, accepted)
    return { ...noOutcome, accepted, search, firstNumbers }
  }
  const outcome = { ...divideByReasons(rows, reasons), firstNumbers }
  return createRecheck(outcome) ?? outcome
}

/**
 * Creates a search for the refused rows whose outcome was unknown before. The service may have refused these rows because an
 * earlier request created them.
 */
function createRecheck(outcome: BatchOutcome): BatchOutcome | null {
  const doubtful = [...outcome.refused.keys()].filter(row => row.wasInDoubt)
  const search = createInDoubtSearch({ kind: 'refused', outcome }, doubtful, 0)
  return search && { ...noOutcome, search, firstNumbers: outcome.firstNumbers }
}

/** Returns the number of rows that were certainly created, according to a summary. */
function countAccepted(
  { length }: readonly AnnouncedRow[],
  { successCount, errorCount }: BulkSummary,
): number {
  // If a summary counts no errors, the service may not count errors at all.
  const others = errorCount > 0 ? length - errorCount : 0
  return Math.min(length, Math.max(successCount, others))
}

/** Decides what happens to rows that the team's list lacks, after a summary that does not identify the refused rows. */
export function concludeUnclearSummary(
  state: ImportState,
  rows: readonly AnnouncedRow[],
  summary: BulkSummary,
  absent: readonly AnnouncedRow[],
): BatchOutcome {
  const { reasons, firstNumbers } = readSummary(state.firstNumbers, rows, summary, absent)
  const reason = joinReasons(summary)
  const outcome = divideByReasons(absent, reasons ?? new Map(absent.map(row => [row, reason])))
  return { ...outcome, firstNumbers }
}

function divideByReasons(rows: readonly AnnouncedRow[], reasons: RefusalReasons): BatchOutcome {
  const created = rows.filter(row => !reasons.has(row))
  const entries = rows.flatMap(row => {
    const reason = reasons.get(row)
    return reason === undefined ? [] : [[row, reason] as const]
  })
  const isOverLimit = ([row, reason]: readonly [AnnouncedRow, string]) => isAboutLimit(reason, row)
  const remaining = entries.filter(isOverLimit).map(([row]) => row)
  const refused = new Map(entries.filter(entry => !isOverLimit(entry)))
  const error = new Error('the team has no room for more entities')
  const stop = remaining.length > 0 ? ({ cause: 'entity_limit', error } as const) : null
  return { ...noOutcome, created, refused, remaining, stop }
}

/**
 * Decides on the rows of a failed request that were not created: they are treated as refused, or sent again, in smaller groups
 * if necessary.
 */
export function concludeFailure(failure: RequestFailure, open: readonly AnnouncedRow[]): BatchOutcome {
  const { error, failureCause, isGivenUp } = failure
  const isOver = failureCause === 'limit' || failureCause === 'call' || isGivenUp
  const stop = isOver
    ? ({ cause: failureCause === 'limit' ? 'entity_limit' : 'failed', error } as const)
    : null
  const [row, ...others] = open
  if (row === undefined) return { ...noOutcome, stop }
  const group = countFailure(failure, open)
  const isRefused =
    others.length === 0 && (failureCause === 'rows' || group.suspectFailures >= maxSuspectFailures)
  if (isRefused) {
    const reason = (ApiError.is(error) ? error.reason : null) ?? error.message
    return { ...noOutcome, refused: new Map([[row, reason]]), stop }
  }
  const isDivided = others.length > 0 && (failureCause === 'rows' || group.failures >= maxFailures)
  return { ...noOutcome, groupsToSend: isDivided ? halve(group) : [group], stop }
}

/** Groups the rows that were not created, and adds the failure to their earlier failures. */
function countFailure({ request, error, requests }: RequestFailure, open: readonly AnnouncedRow[]): RowGroup {
  const { group, isSuspect } = request
  const isUnclear = error.outcome !== 'not_done'
  // The service processed the request, but did not create these rows.
  const wasPassedOver = error.outcome === 'done' && open.length < group.rows.length
  return {
    rows: open,
    failures: group.failures + (isUnclear ? 1 : 0),
    firstFailedRequest: wasPassedOver ? 'only_suspect' : (group.firstFailedRequest ?? requests),
    suspectFailures: group.suspectFailures + (isUnclear && isSuspect ? 1 : 0),
  }
}

/** Halves a group. Repeated halving isolates the rows that cause failures. */
function halve(group: RowGroup): RowGroup[] {
  const middle = Math.ceil(group.rows.length / 2)
  return [group.rows.slice(0, middle), group.rows.slice(middle)].map(rows => ({
    ...group,
    rows,
    suspectFailures: 0,
  }))
}
