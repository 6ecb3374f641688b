import { createConformance } from '../contract/conforms.ts'
import { describeIssues, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { Path, QuirkLog, QuirkReport } from '../quirks/log.ts'
import type { WithResponse } from './call.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { apiError, parseBody } from './failure.ts'
import type { Redaction } from './redact.ts'
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
  // Health may say of itself that it is not well, and has said it successfully.
  if (isRecord(body) && body.success === false && operation !== 'getHealth') {
    throw apiError(operation, statusOf(body, response), text, response.headers, redact)
  }
  const drift = isJson ? findDrift(operation, body, settings.validation) : [foreignBody(response, text)]
  const unreadable = (issues: readonly Issue[]) => {
    const raw = isJson ? redact.value(parseBody(text).body) : redact.text(text)
    return new ResponseValidationError(operation, response.status, raw, redactPaths(issues, redact))
  }
  if (settings.validation === 'strict' && drift.length > 0) throw unreadable(drift)
  for (const { path } of drift) log.report('drift', path.slice(0, -1), path.at(-1))
  if (drift.length > 0)
    write('warn', () => `${operation}: the answer differs from the specification: ${describe(drift)}`)
  const data = decodeOr(unreadable)
  const quirks = redactPaths(log.reports(), redact)
  tell(quirks)
  return { data, response, raw: body, quirks }

  function decodeOr(refuse: (issues: readonly Issue[]) => Error): Data {
    try {
      return decode(body, log)
    } catch (error) {
      throw error instanceof UnreadableBody ? refuse(isJson ? [error.issue] : drift) : error
    }
  }

  /** The answer is there whatever its audience does. */
  function tell(reports: readonly QuirkReport[]): void {
    try {
      for (const report of reports) settings.onQuirk?.(report)
    } catch (error) {
      write(
        'error',
        () => `${operation}: onQuirk failed: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
}

/** What the body says of the status, where it says one. */
function statusOf({ statusCode }: Readonly<Record<string, unknown>>, response: Response): number {
  const isError =
    typeof statusCode === 'number' && Number.isInteger(statusCode) && statusCode >= 400 && statusCode < 600
  return isError ? statusCode : response.status
}

/** An id that stands in a path may be anything, the key included. */
function redactPaths<Item extends { readonly path: Path }>(
  items: readonly Item[],
  redact: Redaction,
): Item[] {
  return items.map(item => ({
    ...item,
    path: item.path.map(part => (typeof part === 'string' ? redact.text(part) : part)),
  }))
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
