import { createConformance } from '../contract/conforms.ts'
import { needsCountryNames } from '../contract/countries/loading.ts'
import { type Drift, describeDrift, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import { isRecord, parseJson } from '../contract/json.ts'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import { lettersOf } from '../reading/field-names.ts'
import type { Path, QuirkLog, QuirkReport } from '../reading/log.ts'
import type { WithResponse } from './call.ts'
import type { ApiError } from './errors/ApiError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { apiError, parseBody } from './failure.ts'
import { type Failed, unreadable } from './make-error.ts'
import type { RequestOptions } from './options/options.ts'
import { outcomeOf } from './outcome.ts'
import type { Redaction } from './secrecy/redact.ts'
import type { Context } from './transport.ts'

/** How a body is read. */
export interface Decoding<Data> {
  readonly decode: (body: unknown, log: QuirkLog) => Data
  readonly log: QuirkLog
  readonly options: RequestOptions
}

/** What is said of a body that makes reading itself fail. */
export const unforeseen = 'must be of a form that can be read'

/** Turns the text of a 2xx response into data, as strictly as `validation` says. Throws only this package's errors. */
export function readAnswer<Data>(
  context: Context,
  response: Response,
  text: string,
  reading: Decoding<Data>,
): WithResponse<Data> {
  try {
    return readText(context, response, text, reading)
  } catch (error) {
    if (EntityScreeningError.is(error) || needsCountryNames(error)) throw error
    const { operation } = reading.log
    const issues = [{ path: [], message: unforeseen }]
    throw unreadable(operation, response.status, context.redact.text(text), issues)
  }
}

function readText<Data>(
  context: Context,
  response: Response,
  text: string,
  { decode, log: given, options }: Decoding<Data>,
): WithResponse<Data> {
  const { settings, redact } = context
  const { operation } = given
  const { tellsErrors, repeatable }: Operation = operations[operation]
  const { body: parsed, isJson } = parseBody(text)
  if (isRefusal(parsed, operation)) throw refusal(context, { operation, repeatable }, response, parsed, text)
  const body = tellsErrors ? redact.value(parsed) : parsed
  const log = given.copy()
  const found = isJson
    ? findDrift(operation, body, settings.validation)
    : [foreignBody(response, text, redact)]
  reportDrift(found, log)
  const { data, issue } = decodeOr()
  if (Array.isArray(data)) noteMorePages(response, data.length, log)
  const drift = settings.validation === 'off' ? [] : [...found, ...log.drifts()]
  if (settings.validation === 'strict' && drift.length > 0) throw refuse(drift)
  if (issue !== null) throw refuse(isJson ? [issue] : found)
  logDrift(context, operation, drift)
  return { data, response, raw: body, quirks: tellQuirks(context, log, options) }

  function refuse(issues: readonly Issue[]): ResponseValidationError {
    const raw = isJson ? redact.value(parseJson(text)) : redact.text(text)
    return unreadable(operation, response.status, raw, redactPaths(issues, redact))
  }

  function decodeOr() {
    try {
      return { data: decode(body, log), issue: null }
    } catch (error) {
      if (error instanceof UnreadableBody) return { data: undefined, issue: error.issue }
      throw error
    }
  }
}

const yeses: ReadonlySet<unknown> = new Set([true, 'true', 'yes', 'ok', 'success', '1', 1, null, undefined])
const failures: ReadonlySet<unknown> = new Set(['error', 'fail', 'failed', 'failure'])

/** Names of what operations give back, by their letters: a status beside one may be its own. */
const resultNames: ReadonlySet<string> = new Set(
  'id,casestatus,countrycode,risklevel,platformid,createdat,nodes,relations,successcount,errorcount,documentid,runid,endpoints,authentication'.split(
    ',',
  ),
)

/** Whether a successful response says of itself that it is none (specification: Errors, body shape). */
function isRefusal(body: unknown, operation: OperationName): body is Readonly<Record<string, unknown>> {
  // Health may say of itself that it is not well, and has said it successfully.
  if (!isRecord(body) || operation === 'getHealth') return false
  const said = Object.entries(body).map(([name, value]) => [lettersOf(name), plain(value)] as const)
  const success = said.filter(([name]) => name === 'success' || name === 'issuccess' || name === 'ok')
  if (success.some(([, value]) => !yeses.has(value))) return true
  const isEnvelope = said.some(([name]) => name === 'data' || name === 'results')
  const isOwn = !isEnvelope && (hasResult(body) || Object.values(body).some(hasResult))
  return success.every(([, value]) => value === undefined || value === null) && said.some(saysError)

  function saysError([name, value]: readonly [string, unknown]): boolean {
    if (name === 'statuscode') return Number(value) >= 400
    if (name === 'error' || name === 'errormessage' || name === 'fault') return isSaid(value)
    if (isOwn) return false
    if (name === 'status' || name === 'code') return failures.has(value) || Number(value) >= 400
    // Without an envelope, those of a bulk creation are its rows'.
    const isOfRows = !isEnvelope && operation === 'createEntitiesBulk'
    return (name === 'errors' || name === 'haserror' || name === 'haserrors') && !isOfRows && isSaid(value)
  }
}

function hasResult(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).some(name => resultNames.has(lettersOf(name)))
}

function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value
}

function isSaid(value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return (
    !isEmpty && value !== undefined && value !== null && value !== '' && value !== false && value !== 'false'
  )
}

/** What the head of a response says of further pages: a list has none (specification: GET /v1/entities, pagination). */
export function noteMorePages({ status, headers }: Response, count: number, log: QuirkLog): void {
  const said = {
    'content-range': status === 206,
    link: /\brel\s*=\s*"?next\b/i.test(headers.get('link') ?? ''),
    'x-total-count': Number(headers.get('x-total-count')) > count,
    'x-has-more': headers.get('x-has-more') === 'true',
    'x-next-page': Boolean(headers.get('x-next-page')),
  }
  for (const [header, isMore] of Object.entries(said))
    if (isMore) log.incomplete([header], headers.get(header))
}

/** The error that a body of a 2xx says it is. */
function refusal(
  { redact }: Context,
  called: Pick<Failed, 'operation' | 'repeatable'>,
  response: Response,
  body: Readonly<Record<string, unknown>>,
  text: string,
): ApiError {
  const status = statusOf(body, response)
  // A success that says of itself that it is none leaves open what was done.
  const outcome = response.status === status ? 'unknown' : outcomeOf(status, response.headers)
  return apiError({ ...called, outcome, redact }, status, text, response.headers)
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
    // Made where the log is safe from what cannot be made a text.
    const said = () => (error instanceof Error ? error.message : String(error))
    write('error', () => `${log.operation}: onQuirk failed: ${said()}`)
  }
  return reports
}

/** What the body says of the status, where it says one. */
function statusOf({ statusCode }: Readonly<Record<string, unknown>>, response: Response): number {
  const isError =
    typeof statusCode === 'number' && Number.isInteger(statusCode) && statusCode >= 400 && statusCode < 600
  return isError ? statusCode : response.status
}

/** An id that stands in a path may be anything, the key included. */
export function redactPaths<Item extends { readonly path: Path }>(
  items: readonly Item[],
  redact: Redaction,
): Item[] {
  return items.map(item => ({
    ...item,
    path: item.path.map(part => (typeof part === 'string' ? redact.text(part) : part)),
  }))
}

const conformances = new Map<OperationName, (body: unknown) => boolean>()

export function findDrift(
  operation: OperationName,
  body: unknown,
  validation: 'strict' | 'lenient' | 'off',
): Drift[] {
  if (validation === 'off' || conforms(operation, body)) return []
  const result = operations[operation].response.safeParse(body)
  return result.success ? [] : describeDrift(result.error, body)
}

function conforms(operation: OperationName, body: unknown): boolean {
  const known = conformances.get(operation) ?? createConformance(operations[operation].response)
  conformances.set(operation, known)
  return known(body)
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
