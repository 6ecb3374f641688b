import type * as z from 'zod/mini'
import {
  type Drift,
  describeDrift,
  formatIssues,
  type Issue,
  kindOf,
  UnreadableBody,
} from '../contract/issues.ts'
import { type Operation, operations } from '../contract/operations.ts'
import { lettersOf } from '../reading/letters.ts'
import type { Path, QuirkLog, QuirkReport } from '../reading/log.ts'
import { isBlank } from '../reading/reading.ts'
import { saysNo } from '../reading/screening.ts'
import { findDividers } from '../reading/whole.ts'
import { messageOf } from '../shared/errors.ts'
import { isRecord } from '../shared/json.ts'
import { parseBody } from './body.ts'
import type { Context, WithResponse } from './call.ts'
import { apiError, headOf, unreadable } from './create-error.ts'
import type { ApiError } from './errors/ApiError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { outcomeOf } from './outcome.ts'

/** What one call sends, and how its response is read. */
export interface Content<Data> {
  /** What stands for `{id}` in the path. */
  readonly id?: string
  /** What the caller gives, and the schema that it must fit. */
  readonly input?: readonly [schema: z.ZodMiniType, value: unknown] | undefined
  /** Makes the body of an input that has been checked. */
  readonly encode?: (log: QuirkLog) => unknown
  decode(body: unknown, log: QuirkLog): Data
  /** How much there is in data that is no list: nothing at 0, and an error beside it is the response. */
  size?(data: Data): number
  /** Notes in the data whether it is whole, where it has a place for that. */
  conclude?(data: Data, isWhole: boolean, vouchedFor: string[]): void
}

/** Turns the text of a 2xx response into data, as strictly as `validation` says. Throws only this package's errors. */
export function decodeResponse<Data>(
  context: Context,
  response: Response,
  text: string,
  content: Content<Data>,
  log: QuirkLog,
): WithResponse<Data> {
  try {
    return decodeText(context, response, text, content, log)
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    throw refusal(context, response, [{ path: [], message: unforeseen }], context.redact.text(text))
  }
}

/** What is said of a body that makes reading itself fail. */
export const unforeseen = 'must be of a form that can be read'

function decodeText<Data>(
  context: Context,
  response: Response,
  text: string,
  { decode, size, conclude }: Content<Data>,
  log: QuirkLog,
): WithResponse<Data> {
  const { operation, redact } = context
  const { tellsErrors, holds }: Operation = operations[operation]
  const { body: parsed, isJson } = parseBody(text)
  const body = tellsErrors ? redact.value(parsed) : parsed
  const { data, issue } = decodeOr()
  const count = data === undefined ? 0 : Array.isArray(data) ? data.length : size?.(data)
  const failure = operation === 'getHealth' ? undefined : statedFailure(body)
  if (failure !== undefined) {
    if (data === undefined || count === 0) throw statedError(context, response, body, text)
    log.drift([failure], 'absent beside a result', body)
  }
  const found = isJson ? judge(context, body, log) : [foreignBody(response, text)]
  if (data !== undefined && holds !== undefined) {
    const isWhole = checkWhole(response, body, count ?? 0, log)
    conclude?.(data, isWhole, [...log.vouchedFor].sort())
  }
  const drift = takeDrift(context, log, found, log.drifts, issues => refusal(context, response, issues, body))
  if (data === undefined)
    throw refusal(context, response, isJson && issue !== undefined ? [issue] : found, body)
  logDrift(context, drift)
  return { data, response, raw: body, quirks: tellQuirks(context, log) }

  function decodeOr(): { readonly data?: Data; readonly issue?: Issue } {
    try {
      return { data: decode(body, log) }
    } catch (error) {
      if (error instanceof UnreadableBody) return { issue: error.issue }
      throw error
    }
  }
}

/** @param raw - What is at fault. Nobody reads it further: the key is struck out of it where it stands. */
export function refusal(
  { operation, redact }: Context,
  response: Response,
  issues: readonly Issue[],
  raw: unknown,
): ResponseValidationError {
  redact.value(issues)
  return unreadable(operation, headOf(response, redact), redact.value(raw), issues)
}

/** Reports what the schema has found; strict validation throws at any drift. */
export function takeDrift(
  { settings: { validation } }: Context,
  log: QuirkLog,
  found: readonly Drift[],
  noted: readonly Drift[],
  refuse: (issues: readonly Issue[]) => Error,
): readonly Drift[] {
  for (const { path, expected, found: kind } of found)
    log.report('drift', path.slice(0, -1), path.at(-1), { expected, found: kind })
  const drift = validation === 'off' ? [] : [...found, ...noted]
  if (validation === 'strict' && drift.length > 0) throw refuse(drift)
  return drift
}

/** The top-level member by which a successful response says that it is none (specification: Errors, body shape). */
function statedFailure(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  return Object.keys(body).find(name => {
    const value = body[name]
    switch (lettersOf(name)) {
      case 'error':
      case 'errors':
      case 'exception':
      case 'errorcode':
        return !saysNo(value)
      case 'success':
        return value !== true && !isBlank(value) && saysNo(value)
      case 'status':
      case 'statuscode':
        return /^(?:error|fail\w*|[45]\d\d)$/i.test(String(value).trim())
      default:
        return false
    }
  })
}

/** The error that a body of a 2xx says it is, with the status that it says. */
function statedError(
  { operation, redact }: Context,
  response: Response,
  body: unknown,
  text: string,
): ApiError {
  const said = isRecord(body) ? Number(body.statusCode) : Number.NaN
  const isStatus = Number.isInteger(said) && said >= 400 && said < 600
  // A success that says of itself that it is none leaves open what was done.
  const outcome = isStatus ? outcomeOf(said, response.headers) : 'unknown'
  const { repeatable } = operations[operation]
  const failed = { operation, repeatable, outcome, redact }
  return apiError(failed, isStatus ? said : response.status, text, response.headers)
}

/** Whether nothing says that a list or network of so many is not whole; reports what does. */
export function checkWhole(response: Response, body: unknown, count: number, log: QuirkLog): boolean {
  const { holds }: Operation = operations[log.operation]
  const { status, headers } = response
  const isTrusted = (path: Path) => {
    const name = path.join('.')
    // Names of headers have no case; a path that differs from another in case alone is as harmless.
    const isNamed = log.trust.ignoreMembers?.some(one => one.toLowerCase() === name.toLowerCase()) ?? false
    if (isNamed) log.vouchedFor.add(name)
    return isNamed
  }
  const isNetwork = holds === 'network'
  const dividers = findDividers({ status, headers, body, count, isNetwork, isTrusted })
  for (const { path, value } of dividers) log.incomplete(path, value)
  return dividers.length === 0
}

/** One line for a response, of the first places where it differs. */
export function logDrift(
  { operation, write, redact }: Context,
  drift: readonly Drift[],
  count = drift.length,
): void {
  if (count === 0) return
  const more = count > 3 ? ` and ${count - 3} more` : ''
  const first = drift.slice(0, 3)
  // Before it is cut to fit a line: what is left of a key is not known again.
  redact.value(first)
  write('warn', () => {
    return `${operation}: the response differs from the specification: ${formatIssues(first, 'the body')}${more}`
  })
}

/** Reports quirks to `onQuirk`. The call succeeds even if that throws. */
export function tellQuirks(
  { operation, options, settings, redact, write }: Context,
  log: QuirkLog,
): QuirkReport[] {
  const reports = log.reports()
  redact.value(reports)
  try {
    for (const report of reports) {
      options.onQuirk?.(report)
      settings.onQuirk?.(report)
    }
  } catch (error) {
    write('error', () => `${operation}: onQuirk failed: ${messageOf(error)}`)
  }
  return reports
}

/** What the contract's schema says of a body that was not read as the specification has it. */
export function judge({ operation, settings }: Context, body: unknown, log: QuirkLog): Drift[] {
  const { response }: Operation = operations[operation]
  const { isInDoubt } = log
  log.isInDoubt = false
  if (settings.validation === 'off' || (!isInDoubt && hasShapeOf(response, body))) return []
  const result = response.safeParse(body)
  return result.success ? [] : describeDrift(result.error, body)
}

/** Whether a body has the outer form of a schema: what is inside has been read. */
function hasShapeOf(schema: Operation['response'], body: unknown): boolean {
  if (!('shape' in schema.def)) return Array.isArray(body)
  return (
    isRecord(body) &&
    (body.success ?? true) === true &&
    Object.keys(Object(schema.def.shape)).every(name => name in body)
  )
}

function foreignBody({ headers }: Response, text: string): Drift {
  const came = text === '' ? 'it is empty' : (headers.get('content-type') ?? 'no content type')
  return { path: [], message: `must be JSON (${came})`, expected: 'JSON', found: kindOf(text) }
}
