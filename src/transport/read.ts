import { createConformance } from '../contract/conforms.ts'
import { describeIssues, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { QuirkLog } from '../quirks/log.ts'
import type { WithResponse } from './call.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { apiError, parseBody } from './failure.ts'
import type { Context } from './transport.ts'

/** Makes data of the text of a 2xx answer, as strictly as the client was told to. */
export function readAnswer<Data>(
  { settings, redact, write }: Context,
  response: Response,
  text: string,
  decode: (body: unknown, log: QuirkLog) => Data,
  log: QuirkLog,
): WithResponse<Data> {
  const { operation } = log
  const { body, isJson } = parseBody(text)
  if (isRecord(body) && body.success === false && typeof body.error === 'string') {
    const status = typeof body.statusCode === 'number' ? body.statusCode : response.status
    throw apiError(operation, status, redact(text), response.headers)
  }
  const drift = isJson ? findDrift(operation, body, settings.validation) : [foreignBody(response, text)]
  const unreadable = (issues: readonly Issue[]) =>
    new ResponseValidationError(operation, response.status, parseBody(redact(text)).body, issues)
  if (settings.validation === 'strict' && drift.length > 0) throw unreadable(drift)
  for (const { path } of drift) log.report('drift', path.slice(0, -1), path.at(-1))
  if (drift.length > 0)
    write('warn', () => `${operation}: the answer differs from the specification: ${describe(drift)}`)
  try {
    const data = decode(body, log)
    const quirks = log.reports()
    for (const report of quirks) settings.onQuirk?.(report)
    return { data, response, raw: body, quirks }
  } catch (error) {
    throw error instanceof UnreadableBody ? unreadable(isJson ? [error.issue] : drift) : error
  }
}

const conformances = new Map<OperationName, (body: unknown) => boolean>()

function findDrift(
  operation: OperationName,
  body: unknown,
  validation: 'strict' | 'lenient' | 'off',
): Issue[] {
  if (validation === 'off' || conforms(operation, body)) return []
  const result = operations[operation].response.safeParse(body)
  return result.success ? [] : describeIssues(result.error, body)
}

function conforms(operation: OperationName, body: unknown): boolean {
  const known = conformances.get(operation) ?? createConformance(operations[operation].response)
  conformances.set(operation, known)
  return known(body)
}

function foreignBody(response: Response, text: string): Issue {
  const came = text === '' ? 'it is empty' : (response.headers.get('content-type') ?? 'no content type')
  return { path: [], message: `must be JSON (${came})` }
}

function describe(drift: readonly Issue[]): string {
  const more = drift.length > 3 ? ` and ${drift.length - 3} more` : ''
  return formatIssues(drift.slice(0, 3), 'the body') + more
}
