import { type Drift, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import type { ResponseSpec } from '../operations/operation-spec.ts'
import { createEventLoopYield } from '../pacing/sleep.ts'
import { lettersOf } from '../reading/letters.ts'
import type { QuirkLog, QuirkReport } from '../reading/log.ts'
import { isBlank } from '../reading/reading.ts'
import { saysNo } from '../reading/screening.ts'
import { checkWhole } from '../reading/whole.ts'
import { isError } from '../shared/errors.ts'
import { isRecord } from '../shared/json.ts'
import type { WithResponse } from './api-promise.ts'
import { parseBody } from './body.ts'
import { type Context, runHook } from './context.ts'
import { copyCause } from './copy-cause.ts'
import { apiError, clientFailed, headOf, unreadable } from './create-error.ts'
import type { BodyText } from './decode-text.ts'
import type { ApiError } from './errors/ApiError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { outcomeOf } from './outcome.ts'
import { failedCall } from './read-body.ts'
import { maxShownLength } from './redact.ts'
import { validateBody } from './validate-schema.ts'

/**
 * Turns the text of a 2xx response into data, as strictly as `validation` says. Throws only this package's errors. Between its steps
 * it lets the event loop run, for a body may be large.
 */
export async function decodeResponse<Data>(
  context: Context,
  { response, text, drift }: BodyText & { readonly response: Response },
  { decode, countEntries, noteCompleteness }: ResponseSpec<Data>,
  { log, id }: { readonly log: QuirkLog; readonly id: string },
): Promise<WithResponse<Data>> {
  const { operation, redact } = context
  const { tellsErrors, holds } = context.contract
  const pause = createEventLoopYield()
  const { body: parsed, isJson } = parseBody(text)
  if (drift !== null) log.note(drift)
  await pause.takeIfDue()
  const body = tellsErrors ? await redact.inSlices(parsed, pause) : parsed
  const failure = operation === 'getHealth' ? undefined : statedFailure(body)
  try {
    const data = await decode(body, { log, pause, id })
    await pause.takeIfDue()
    const count = Array.isArray(data) ? data.length : countEntries?.(data)
    if (failure !== undefined) {
      if (count === 0) throw statedError(context, response, body, text)
      log.drift([failure], 'absent beside a result', body)
    }
    if (isJson) await validateBody(context, body, log, pause)
    else log.note(foreignBody(response, text))
    await pause.takeIfDue()
    if (holds !== undefined) {
      const isWhole = checkWhole(response, body, count ?? 0, log)
      noteCompleteness?.(data, isWhole, [...log.vouchedFor].sort())
    }
    refuseDrift(context, response, body, log)
    return { data, response, raw: body, quirks: tellQuirks(context, log) }
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    if (failure !== undefined) throw statedError(context, response, body, text)
    if (!isJson) throw refusal(context, response, [foreignBody(response, text)], body)
    if (error instanceof UnreadableBody) throw refusal(context, response, [error.issue], body)
    throw failedReading(context, response, error, body)
  }
}

/** Creates the error for a fault of the client's own while it read a response. @param raw - The body; null if it is not known. */
export function failedReading(
  { operation, redact }: Context,
  response: Response,
  thrown: unknown,
  raw: unknown,
): ResponseValidationError {
  const cause = copyCause(thrown, redact.text)
  // The stack shows where this package is at fault.
  if (cause !== undefined && isError(thrown)) cause.stack = redact.text(String(thrown.stack))
  return clientFailed(operation, headOf(response, redact), redact.excerpt(raw), cause)
}

function foreignBody({ headers }: Response, text: string): Drift {
  const came = text === '' ? 'it is empty' : (headers.get('content-type') ?? 'no content type')
  return { path: [], message: `must be JSON (${came})`, expected: 'JSON', found: 'string' }
}

/** @param raw - What is at fault: the error shows its beginning. */
export function refusal(
  { operation, redact }: Context,
  response: Response,
  issues: readonly Issue[],
  raw: unknown,
): ResponseValidationError {
  redact.value(issues)
  return unreadable(operation, headOf(response, redact), redact.excerpt(raw), issues)
}

/** Strict validation throws at any drift. */
export function refuseDrift(context: Context, response: Response, raw: unknown, log: QuirkLog): void {
  if (context.settings.validation === 'strict' && log.drifts.length > 0)
    throw refusal(context, response, log.drifts, raw)
}

/** The top-level member by which a successful response says that it is none (specification: Errors, body shape). */
function statedFailure(body: unknown): string | undefined {
  const members = Object.entries(isRecord(body) ? body : {})
  return members.find(([name, value]) => {
    const letters = lettersOf(name)
    if (/^(?:errors?|exception|errorcode)$/.test(letters)) return !saysNo(value)
    if (letters === 'success') return value !== true && !isBlank(value) && saysNo(value)
    const isStatus = /^status(?:code)?$/.test(letters) && typeof value !== 'object'
    return isStatus && /^(?:error|fail\w*|[45]\d\d)$/i.test(String(value).trim())
  })?.[0]
}

/** The error that a body of a 2xx says it is, with the status that it says. */
function statedError(context: Context, response: Response, body: unknown, text: string): ApiError {
  const said = isRecord(body) ? Number(body.statusCode) : Number.NaN
  const isStatus = Number.isInteger(said) && said >= 400 && said < 600
  // A success that says of itself that it is none leaves open what was done.
  const outcome = isStatus ? outcomeOf(said, response.headers) : 'unknown'
  const status = isStatus ? said : response.status
  const isLong = text.length > maxShownLength
  const start = isLong ? JSON.stringify(context.redact.excerpt(body)) : text
  return apiError({ ...failedCall(context), outcome }, status, start, response.headers)
}

/** Logs the first places where a response differs, in one line, and reports quirks to `onQuirk`. */
export function tellQuirks(context: Context, log: QuirkLog): QuirkReport[] {
  const { operation, options, settings, redact, write } = context
  const reports = log.reports()
  const first = log.drifts.slice(0, 3)
  // Before they are cut to fit a line: what is left of a key is not known again.
  redact.value([reports, first])
  const drifts = reports.reduce((sum, { code, count }) => (code === 'drift' ? sum + count : sum), 0)
  const more = drifts > 3 ? ` and ${drifts - 3} more` : ''
  const line = () =>
    `${operation}: the response differs from the specification: ${formatIssues(first, 'the body')}${more}`
  if (drifts > 0 && settings.validation === 'lenient') write('warn', line)
  for (const report of reports)
    for (const onQuirk of [options.onQuirk, settings.onQuirk])
      void runHook(context, 'onQuirk', onQuirk, () => report)
  return reports
}
