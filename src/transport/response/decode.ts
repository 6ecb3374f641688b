import { type Drift, formatIssues, type Issue, UnreadableBody } from '../../contract/issues.ts'
import type { ResponseSpec } from '../../operations/operation-spec.ts'
import { isBlankValue } from '../../reading/blank.ts'
import { detectPartialResponse } from '../../reading/detect-partial-response.ts'
import { lettersOf } from '../../reading/letters.ts'
import { meansNo } from '../../reading/means-no.ts'
import type { QuirkLog, QuirkReport } from '../../reading/quirk-log.ts'
import { isError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json.ts'
import type { WithResponse } from '../api-promise.ts'
import { combineOutcomes, deriveOutcome, readStatedStatus } from '../attempts/outcome.ts'
import type { Context } from '../context.ts'
import { copyCause } from '../copy-cause.ts'
import {
  createApiError,
  createClientFailure,
  createUnreadableResponseError,
  describeContent,
  describeHead,
  readRequestId,
} from '../create-error.ts'
import type { ApiError } from '../errors/ApiError.ts'
import { EntityScreeningError } from '../errors/EntityScreeningError.ts'
import type { ResponseValidationError } from '../errors/ResponseValidationError.ts'
import { maxErrorBodyLength } from '../redact.ts'
import { parseBody } from './parse-body.ts'
import { describeFailedCall } from './read-body.ts'
import { validateBody } from './validate-schema.ts'

/**
 * Decodes the text of a 2xx response, and validates it as the option `validation` requires. Throws only errors of this package.
 */
export function decodeResponse<Data>(
  context: Context,
  { response, text }: { readonly response: Response; readonly text: string },
  { decode, countEntries, noteCompleteness }: ResponseSpec<Data>,
  { log, id }: { readonly log: QuirkLog; readonly id: string },
): WithResponse<Data> {
  const { operation, redact } = context
  const { tellsErrors, holds } = context.contract
  const { body: parsed, isJson } = parseBody(text)
  if (hasLostLetters(text)) noteLostLetters(log)
  const body = tellsErrors ? redact.inPlace(parsed) : parsed
  const failure = operation === 'getHealth' ? undefined : errorInBody(body)
  try {
    const data = decode(body, { log, id })
    const count = Array.isArray(data) ? data.length : countEntries?.(data)
    if (failure !== undefined) {
      if (count === 0) throw createErrorFromBody(context, response, body, text)
      log.noteDrift([failure], 'absent beside a result', body)
    }
    if (isJson) validateBody(context, body, log)
    else log.addDrift(createNonJsonDrift(response, text))
    if (holds !== undefined) {
      const isComplete = !detectPartialResponse(response, body, count ?? 0, log)
      noteCompleteness?.(data, isComplete, [...log.overriddenFields].sort())
    }
    assertNoDrift(context, response, body, log)
    return {
      data,
      response,
      raw: body,
      quirks: reportQuirks(context, log),
      requestId: readRequestId(response.headers, redact),
    }
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    if (failure !== undefined) throw createErrorFromBody(context, response, body, text)
    if (!isJson) throw toResponseError(context, response, [createNonJsonDrift(response, text)], body)
    if (error instanceof UnreadableBody) throw toResponseError(context, response, [error.issue], body)
    throw createReadingError(context, response, error, body)
  }
}

/** Whether a text has the replacement character: its bytes were not UTF-8, so names may have lost letters. */
export function hasLostLetters(text: string): boolean {
  return text.includes('\ufffd')
}

/** Logs that a body was not UTF-8, as a deviation from the specification (drift). */
export function noteLostLetters(log: QuirkLog): void {
  log.addDrift({ path: [], message: 'must be UTF-8', expected: 'UTF-8', found: 'string' })
}

/**
 * Creates the error for an internal failure of the client while it reads a response. @param raw - The body;
 * null if it is not known.
 */
export function createReadingError(
  context: Context,
  response: Response,
  thrown: unknown,
  raw: unknown,
): ResponseValidationError {
  const { redact } = context
  const cause = copyCause(thrown, redact.text)
  // The stack shows where the bug is.
  if (cause !== undefined && isError(thrown)) cause.stack = redact.text(String(thrown.stack))
  return createClientFailure(context, describeHead(response, redact), redact.excerpt(raw), cause)
}

function createNonJsonDrift({ headers }: Response, text: string): Drift {
  const message = `must be JSON (${describeContent(headers, text)})`
  return { path: [], message, expected: 'JSON', found: 'string' }
}

/**
 * Creates the error for an unreadable success response.
 *
 * @param raw - The invalid body or item. The error contains the beginning of this value.
 */
export function toResponseError(
  context: Context,
  response: Response,
  issues: readonly Issue[],
  raw: unknown,
): ResponseValidationError {
  const { redact } = context
  redact.inPlace(issues)
  return createUnreadableResponseError(context, describeHead(response, redact), redact.excerpt(raw), issues)
}

/** @throws ResponseValidationError if the response deviates from the specification (drift) and `validation` is `strict`. */
export function assertNoDrift(context: Context, response: Response, raw: unknown, log: QuirkLog): void {
  if (context.settings.validation === 'strict' && log.drifts.length > 0)
    throw toResponseError(context, response, log.drifts, raw)
}

/** Finds the top-level member that marks a 2xx response as an error. */
function errorInBody(body: unknown): string | undefined {
  const members = Object.entries(isRecord(body) ? body : {})
  return members.find(([name, value]) => {
    const letters = lettersOf(name)
    if (/^(?:errors?|exception|errorcode)$/.test(letters)) return !meansNo(value)
    if (letters === 'success') return value !== true && !isBlankValue(value) && meansNo(value)
    const isStatus = /^status(?:code)?$/.test(letters) && typeof value !== 'object'
    return isStatus && /^(?:error|fail\w*|[45]\d\d)$/i.test(String(value).trim())
  })?.[0]
}

/** Creates the error for a 2xx response with an error body. The error has the status that the body states. */
function createErrorFromBody(context: Context, response: Response, body: unknown, text: string): ApiError {
  const statedStatus = readStatedStatus(body)
  const failed = describeFailedCall(context)
  // If the body states no status, the outcome of a write is unknown.
  const stated = statedStatus === null ? 'unknown' : deriveOutcome(statedStatus, response.headers)
  const { outcomeBefore } = context.progress
  const outcome = context.contract.isWrite ? combineOutcomes(outcomeBefore, stated) : failed.outcome
  const status = statedStatus ?? response.status
  const isLong = text.length > maxErrorBodyLength
  const start = isLong ? context.redact.truncate(text, maxErrorBodyLength) : text
  return createApiError({ ...failed, outcome }, status, start, response.headers)
}

/** Writes one log line about the first deviations from the specification in a response, and passes all reports to `onQuirk`. */
export function reportQuirks(context: Context, log: QuirkLog): QuirkReport[] {
  const { methodName, options, settings, redact, write, notify } = context
  const reports = log.reports()
  if (reports.length === 0) return reports
  const first = log.drifts.slice(0, 3)
  // The key is masked before strings are truncated, because a truncated key would not be recognized.
  redact.inPlace([reports, first])
  const drifts = reports.reduce((sum, { code, count }) => (code === 'drift' ? sum + count : sum), 0)
  const more = drifts > 3 ? ` and ${drifts - 3} more` : ''
  const line = () =>
    `${methodName}: the response differs from the specification: ${formatIssues(first, 'the body')}${more}`
  if (drifts > 0 && settings.validation === 'lenient') write('warn', line)
  for (const report of reports)
    for (const onQuirk of [options.onQuirk, settings.onQuirk]) notify('onQuirk', onQuirk, report)
  return reports
}
