import { type Drift, describeDrift, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import { lettersOf } from '../reading/letters.ts'
import type { Path, QuirkLog, QuirkReport } from '../reading/log.ts'
import { isBlank } from '../reading/reading.ts'
import { saysNo } from '../reading/screening.ts'
import { findDividers } from '../reading/whole.ts'
import { needsCountryNames } from '../shared/countries/lookup.ts'
import { isRecord } from '../shared/json.ts'
import { parseBody } from './body.ts'
import { type Context, failureOf, type WithResponse } from './call.ts'
import { apiError, headOf, unreadable } from './create-error.ts'
import type { ApiError } from './errors/ApiError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { ResponseValidationError } from './errors/ResponseValidationError.ts'
import type { RequestOptions } from './options/options.ts'
import { outcomeOf } from './outcome.ts'
import type { Redaction } from './redact.ts'

/** How the body of a response becomes data. */
export interface Codec<Data> {
  decode(body: unknown, log: QuirkLog): Data
  /** How much there is in the data: nothing at 0, and an error beside it is the response. */
  size?(data: Data): number
  /** Notes in the data whether it is whole, where it has a place for that. */
  conclude?(data: Data, isWhole: boolean, vouchedFor: string[]): void
}

/** A response that is being read. */
export interface Decoding<Data> extends Codec<Data> {
  readonly log: QuirkLog
  readonly options: RequestOptions
}

/** What is said of a body that makes reading itself fail. */
export const unforeseen = 'must be of a form that can be read'

/** Turns the text of a 2xx response into data, as strictly as `validation` says. Throws only this package's errors. */
export function decodeResponse<Data>(
  context: Context,
  response: Response,
  text: string,
  decoding: Decoding<Data>,
): WithResponse<Data> {
  try {
    return decodeText(context, response, text, decoding)
  } catch (error) {
    if (EntityScreeningError.is(error) || needsCountryNames(error)) throw error
    const issues = [{ path: [], message: unforeseen }]
    throw unreadable(
      decoding.log.operation,
      headOf(response, context.redact),
      context.redact.text(text),
      issues,
    )
  }
}

function decodeText<Data>(
  context: Context,
  response: Response,
  text: string,
  { decode, size, conclude, log: given, options }: Decoding<Data>,
): WithResponse<Data> {
  const { settings, redact } = context
  const { operation } = given
  const { tellsErrors, holds }: Operation = operations[operation]
  const { body: parsed, isJson } = parseBody(text)
  const body = tellsErrors ? redact.value(parsed) : parsed
  const log = given.copy()
  const { data, issue } = decodeOr()
  noteDamage(text, log)
  const failure = operation === 'getHealth' ? undefined : statedFailure(body)
  if (failure !== undefined) {
    if (data === undefined || size?.(data) === 0) throw refusal(context, operation, response, body, text)
    log.drift([failure], 'absent beside a result', body)
  }
  const found = isJson
    ? judge(operation, body, log, settings.validation)
    : [foreignBody(response, text, redact)]
  reportDrift(found, log)
  if (data !== undefined && holds !== undefined) {
    const isWhole = noteDividers(response, body, size?.(data) ?? 0, log)
    conclude?.(data, isWhole, log.vouchedFor())
  }
  const drift = settings.validation === 'off' ? [] : [...found, ...log.drifts()]
  if (settings.validation === 'strict' && drift.length > 0) throw refuse(drift)
  if (data === undefined) throw refuse(isJson && issue !== undefined ? [issue] : found)
  logDrift(context, operation, drift)
  return { data, response, raw: body, quirks: tellQuirks(context, log, options) }

  function refuse(issues: readonly Issue[]): ResponseValidationError {
    const raw = isJson ? redact.value(JSON.parse(text)) : redact.text(text)
    return unreadable(operation, headOf(response, redact), raw, redactPaths(issues, redact))
  }

  function decodeOr(): { readonly data?: Data; readonly issue?: Issue } {
    try {
      return { data: decode(body, log) }
    } catch (error) {
      if (error instanceof UnreadableBody) return { issue: error.issue }
      throw error
    }
  }
}

/** A text of another encoding than UTF-8 comes with characters that stand for what was lost: names in it are no names. */
export function noteDamage(text: string, log: QuirkLog): void {
  if (text.includes('\ufffd')) log.drift([], 'text in UTF-8', text)
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

/** Reports what may say that a list or network is not whole. */
export function noteDividers(response: Response, body: unknown, count: number, log: QuirkLog): boolean {
  const { holds }: Operation = operations[log.operation]
  const { status, headers } = response
  const isTrusted = (path: Path) => {
    const name = path.join('.')
    // Names of headers have no case; a path that differs from another in case alone is as harmless.
    const isNamed = log.trust.ignoreMembers?.some(one => one.toLowerCase() === name.toLowerCase()) ?? false
    if (isNamed) log.noteVouched(name)
    return isNamed
  }
  const isNetwork = holds === 'network'
  const dividers = findDividers({ status, headers, body, count, isNetwork, isTrusted })
  for (const { path, value } of dividers) log.incomplete(path, value)
  return dividers.length === 0
}

/** The error that a body of a 2xx says it is. */
function refusal(
  { redact }: Context,
  operation: OperationName,
  response: Response,
  body: unknown,
  text: string,
): ApiError {
  const status = statusOf(body, response)
  const { repeatable } = operations[operation]
  // A success that says of itself that it is none leaves open what was done.
  const outcome = response.status === status ? 'unknown' : outcomeOf(status, response.headers)
  return apiError({ operation, repeatable, outcome, redact }, status, text, response.headers)
}

export function reportDrift(drift: readonly Drift[], log: QuirkLog): void {
  for (const { path, expected, found } of drift)
    log.report('drift', path.slice(0, -1), path.at(-1), { expected, found })
}

/** One line for a response, of the first places where it differs. */
export function logDrift(
  { write, redact }: Context,
  operation: OperationName,
  drift: readonly Drift[],
  count = drift.length,
): void {
  if (count === 0) return
  const more = count > 3 ? ` and ${count - 3} more` : ''
  // Before it is cut to fit a line: what is left of a key is not known again.
  const places = () => formatIssues(redactPaths(drift.slice(0, 3), redact), 'the body') + more
  write('warn', () => `${operation}: the response differs from the specification: ${places()}`)
}

/** Reports quirks to `onQuirk`. The call succeeds even if that throws. */
export function tellQuirks(
  { settings, redact, write }: Context,
  log: QuirkLog,
  options: RequestOptions,
): QuirkReport[] {
  const reports = redactPaths(log.reports(), redact)
  try {
    for (const report of reports) {
      options.onQuirk?.(report)
      settings.onQuirk?.(report)
    }
  } catch (error) {
    write('error', () => failureOf(`${log.operation}: onQuirk`, error))
  }
  return reports
}

/** What the body says of the status, where it says one. */
function statusOf(body: unknown, response: Response): number {
  const status = isRecord(body) ? Number(body.statusCode) : Number.NaN
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : response.status
}

/** An id that stands in a path may be anything, the key included. */
export function redactPaths<Item extends { readonly path: Path }>(
  items: readonly Item[],
  redact: Redaction,
): Item[] {
  return items.map(item => {
    const path = item.path.map(part => (typeof part === 'string' ? redact.text(part) : part))
    const texts = Object.entries(item).filter(([, value]) => typeof value === 'string')
    return {
      ...item,
      ...Object.fromEntries(texts.map(([name, value]) => [name, redact.text(String(value))])),
      path,
    }
  })
}

/** What the contract's schema says of a body that was not read as the specification has it. */
export function judge(
  operation: OperationName,
  body: unknown,
  log: QuirkLog,
  validation: 'strict' | 'lenient' | 'off',
): Drift[] {
  const { response }: Operation = operations[operation]
  const isInDoubt = log.takeDoubt()
  if (validation === 'off' || (!isInDoubt && hasShapeOf(response, body))) return []
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

function foreignBody({ headers }: Response, text: string, redact: Redaction): Drift {
  const came = text === '' ? 'it is empty' : redact.text(headers.get('content-type') ?? 'no content type')
  return {
    path: [],
    message: `must be JSON (${came})`,
    expected: 'JSON',
    found: text === '' ? 'nothing' : 'string',
  }
}
