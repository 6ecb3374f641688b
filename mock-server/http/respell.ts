import type { OperationName } from '../../src/contract/operations.ts'
import { decoded, isRecord } from '../../src/shared/json.ts'
import { changedReply, type Reply } from '../message/reply.ts'
import type { Server } from '../server.ts'

/**
 * A response before it is sent: what `transform` gets and returns.
 *
 * @example
 * const addTrace = (response: ServiceResponse): ServiceResponse => ({
 *   ...response,
 *   headers: { ...response.headers, 'x-trace': 'none' },
 * })
 */
export interface ServiceResponse {
  /** The operation of the specification; `null` for any other path. */
  readonly operation: OperationName | null
  /** The HTTP status. */
  readonly status: number
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON; a text that is none stays a text. */
  readonly body: unknown
}

type Trace = Pick<ServiceResponse, 'operation'> & { readonly fault: string | null }

/** A response as the behaviour spells errors, and as the user's own function changes it. */
export function respell(server: Server, reply: Reply, { operation, fault }: Trace): Reply {
  const { behaviour, transform } = server
  const isUsual = behaviour.errorMember === 'error' && behaviour.invalidInputStatus === 400
  const spelled = isUsual || fault !== null ? reply : changedReply(reply, spellError)
  return transform === undefined ? spelled : changedReply(spelled, change)

  function spellError(plain: Reply): Reply {
    const body = plain.status >= 400 && typeof plain.body === 'string' ? decoded(plain.body) : undefined
    if (!isRecord(body)) return plain
    const { statusCode: _, success, error } = body
    const status = plain.status === 400 ? behaviour.invalidInputStatus : plain.status
    const text = JSON.stringify({ statusCode: status, success, [behaviour.errorMember]: error })
    return { ...plain, status, body: text }
  }

  function change(plain: Reply): Reply {
    if (plain.ready !== undefined || plain.end !== undefined) return plain
    const whole = typeof plain.body === 'string' ? plain.body : [...plain.body].join('')
    const given = {
      operation,
      status: plain.status,
      headers: plain.headers,
      body: decoded(whole, whole.length),
    }
    const { status, headers, body } = transform?.(given) ?? given
    return { ...plain, status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }
}
