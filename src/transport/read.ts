import { createConformance } from '../contract/conforms.ts'
import { type Drift, describeDrift, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import type { Path, QuirkLog, QuirkReport } from '../quirks/log.ts'
import type { WithResponse } from './call.ts'
import type { ApiError } from './errors/ApiError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { apiError, parseBody } from './failure.ts'
import { outcomeOf } from './outcome.ts'
import type { Redaction } from './redact.ts'
import type { Context } from './transport.ts'

/** What is said of a body that makes reading itself fail. */
export const unforeseen = 'must be of a form that can be read'

/** Makes data of the text of a 2xx answer, as strictly as the client was told to. It throws no errors but this package's. */
export function readAnswer<Data>(
  context: Context,
  response: Response,
  text: string,
  decode: (body: unknown, log: QuirkLog) => Data,
  log: QuirkLog,
): WithResponse<Data> {
  try {
    return readText(context, response, text, decode, log)
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    const issues = [{ path: [], message: unforeseen }]
    throw new ResponseValidationError(log.operation, response.status, context.redact.text(text), issues)
  }
}

function readText<Data>(
  context: Context,
  response: Response,
  text: string,
  decode: (body: unknown, log: QuirkLog) => Data,
  log: QuirkLog,
): WithResponse<Data> {
  const { settings, redact } = context
  const { operation } = log
  const { body: given, isJson } = parseBody(text)
  const { tellsErrors }: Operation = operations[operation]
  const body = tellsErrors ? redact.value(given) : given
  // Health may say of itself that it is not well, and has said it successfully.
  if (isRecord(body) && body.success === false && operation !== 'getHealth') {
    throw refusal(context, operation, response, body, text)
  }
  const drift = isJson
    ? findDrift(operation, body, settings.validation)
    : [foreignBody(response, text, redact)]
  const unreadable = (issues: readonly Issue[]) => {
    const raw = isJson ? redact.value(parseBody(text).body) : redact.text(text)
    return new ResponseValidationError(operation, response.status, raw, redactPaths(issues, redact))
  }
  if (settings.validation === 'strict' && drift.length > 0) throw unreadable(drift)
  reportDrift(drift, log)
  logDrift(context, operation, drift)
  const data = decodeOr(unreadable)
  return { data, response, raw: body, quirks: tellQuirks(context, log) }

  function decodeOr(refuse: (issues: readonly Issue[]) => Error): Data {
    try {
      return decode(body, log)
    } catch (error) {
      throw error instanceof UnreadableBody ? refuse(isJson ? [error.issue] : drift) : error
    }
  }
}

/** The error that a body of a 2xx says it is. */
export function refusal(
  { redact }: Context,
  operation: OperationName,
  response: Response,
  body: Readonly<Record<string, unknown>>,
  text: string,
): ApiError {
  const status = statusOf(body, response)
  // A success that says of itself that it is none leaves open what was done.
  const outcome = response.status === status ? 'unknown' : outcomeOf(status, response.headers)
  return apiError(operation, status, text, response.headers, redact, outcome)
}

export function reportDrift(drift: readonly Drift[], log: QuirkLog): void {
  for (const { path, expected, found } of drift)
    log.report('drift', path.slice(0, -1), path.at(-1), { expected, found })
}

/** One line for an answer, of the first places where it differs. */
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
  write('warn', () => `${operation}: the answer differs from the specification: ${places()}`)
}

/** Tells `onQuirk` what the answer needed. The answer is there whatever its audience does. */
export function tellQuirks({ settings, redact, write }: Context, log: QuirkLog): QuirkReport[] {
  const reports = redactPaths(log.reports(), redact)
  try {
    for (const report of reports) settings.onQuirk?.(report)
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
