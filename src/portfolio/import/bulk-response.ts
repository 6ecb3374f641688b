import type { BulkSummary } from '../../model/bulk.ts'
import { isTransientStatus } from '../../transport/attempts/outcome.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import type { ScreeningError } from '../../transport/errors/ScreeningError.ts'
import type { AnnouncedRow } from '../rows/row-state.ts'
import { type BatchOutcome, noOutcome } from './batch-outcome.ts'
import type { ImportState, RowGroup } from './import-state.ts'
import { createInquiry } from './inquiry.ts'
import { isAboutLimit, joinReasons, type RefusalReasons, readSummary } from './refusal-reasons.ts'

/** How often rows may fail before they are divided, and how often one row may fail while others succeed before it counts as refused. */
const [maxFailures, maxFaults] = [3, 5]

/** A request under way. */
export interface BulkRequest {
  readonly group: RowGroup
  /** Requests are numbered in the order in which they are sent. */
  readonly number: number
  /** Whether a request has succeeded since the group first failed, so that the group is at fault if it fails again. */
  readonly isSuspect: boolean
}

/** How a request ended. */
export type BulkResponse =
  | { readonly kind: 'summary'; readonly summary: BulkSummary }
  /** `isGivenUp` after nothing but failures for too long. */
  | { readonly kind: 'failure'; readonly error: ScreeningError; readonly isGivenUp: boolean }

/** A request that failed. */
export interface RequestFailure {
  readonly request: BulkRequest
  readonly error: ScreeningError
  readonly blame: Blame
  readonly isGivenUp: boolean
  /** How many requests had been sent by then. */
  readonly requests: number
}

/** The cause of a failure: the rows, the team's limit, the way in which the service is called, or the service for a while. */
type Blame = 'rows' | 'limit' | 'call' | 'service'

/** Decides what follows from a response for the rows of its request. It changes nothing. */
export function applyBulkResponse(
  state: ImportState,
  request: BulkRequest,
  response: BulkResponse,
): BatchOutcome {
  const { rows } = request.group
  if (response.kind === 'summary') return applySummary(state, rows, response.summary)
  const { error, isGivenUp } = response
  const failure = { request, error, blame: findBlame(error), isGivenUp, requests: state.requests }
  return error.outcome === 'not_done'
    ? concludeFailure(failure, rows)
    : { ...noOutcome, inquiry: createInquiry({ kind: 'failure', failure }, rows, 0) }
}

export function findBlame(error: EntityScreeningError): Blame {
  if (PermissionDeniedError.is(error) && error.isEntityLimit) return 'limit'
  if (InputValidationError.is(error)) return 'rows'
  if (!ApiError.is(error) || isTransientStatus(error.status)) return 'service'
  return [400, 413, 422].includes(error.status) ? 'rows' : 'call'
}

function applySummary(state: ImportState, rows: readonly AnnouncedRow[], summary: BulkSummary): BatchOutcome {
  const { reasons, firstNumbers } = readSummary(state.firstNumbers, rows, summary)
  if (reasons === null) {
    const accepted = countAccepted(rows, summary)
    const inquiry = createInquiry({ kind: 'unclear_summary', summary }, rows, accepted)
    return { ...noOutcome, accepted, inquiry, firstNumbers }
  }
  const outcome = { ...divideByReasons(rows, reasons), firstNumbers }
  return recheckRefused(outcome) ?? outcome
}

/** Looks for refused rows that were in doubt before: the service may have refused them because they exist. */
function recheckRefused(outcome: BatchOutcome): BatchOutcome | null {
  const doubtful = [...outcome.refused.keys()].filter(row => row.wasInDoubt)
  const inquiry = createInquiry({ kind: 'refused', outcome }, doubtful, 0)
  return inquiry && { ...noOutcome, inquiry, firstNumbers: outcome.firstNumbers }
}

/** How many rows a summary has created at least. */
function countAccepted(
  { length }: readonly AnnouncedRow[],
  { successCount, errorCount }: BulkSummary,
): number {
  // Without errors, the service may just not count them.
  const others = errorCount > 0 ? length - errorCount : 0
  return Math.min(length, Math.max(successCount, others))
}

/** The outcome of the rows that the list lacks, after a summary that does not identify them. */
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
  const unsent = entries.filter(isOverLimit).map(([row]) => row)
  const refused = new Map(entries.filter(entry => !isOverLimit(entry)))
  const error = new Error('the team has no room for more entities')
  const stop = unsent.length > 0 ? ({ cause: 'entity_limit', error } as const) : null
  return { ...noOutcome, created, refused, unsent, stop }
}

/** @param open the rows that were not created. */
export function concludeFailure(failure: RequestFailure, open: readonly AnnouncedRow[]): BatchOutcome {
  const { error, blame, isGivenUp } = failure
  const isOver = blame === 'limit' || blame === 'call' || isGivenUp
  const stop = isOver ? ({ cause: blame === 'limit' ? 'entity_limit' : 'failed', error } as const) : null
  const [row, ...others] = open
  if (row === undefined) return { ...noOutcome, stop }
  const group = countFailure(failure, open)
  const isRefused = others.length === 0 && (blame === 'rows' || group.faults >= maxFaults)
  if (isRefused) {
    const reason = (ApiError.is(error) ? error.reason : null) ?? error.message
    return { ...noOutcome, refused: new Map([[row, reason]]), stop }
  }
  const isDivided = others.length > 0 && (blame === 'rows' || group.failures >= maxFailures)
  return { ...noOutcome, groups: isDivided ? halve(group) : [group], stop }
}

/** The group of the rows that were not created, with the failure added to its earlier ones. */
function countFailure({ request, error, requests }: RequestFailure, open: readonly AnnouncedRow[]): RowGroup {
  const { group, isSuspect } = request
  const isUnclear = error.outcome !== 'not_done'
  // The request was processed, but without these rows.
  const wasPassedOver = error.outcome === 'done' && open.length < group.rows.length
  return {
    rows: open,
    failures: group.failures + (isUnclear ? 1 : 0),
    failedAt: wasPassedOver ? -1 : (group.failedAt ?? requests),
    faults: group.faults + (isUnclear && isSuspect ? 1 : 0),
  }
}

/** Halves a group, until the rows at fault are alone. */
function halve(group: RowGroup): RowGroup[] {
  const middle = Math.ceil(group.rows.length / 2)
  return [group.rows.slice(0, middle), group.rows.slice(middle)].map(rows => ({ ...group, rows, faults: 0 }))
}
