import * as z from 'zod/mini'
import { type OperationName, operations } from '../../src/contract/operations.ts'

/** The kinds of fault; `Fault` describes each. */
export const faultKinds = [
  'status',
  'rate_limit',
  'delay',
  'reset',
  'no_response',
  'malformed_json',
  'truncated',
  'html',
  'content_type',
  'lost_response',
] as const

/**
 * A kind of fault, such as `lost_response`; `Fault` describes each.
 *
 * @useDeclaredType
 */
export type FaultKind = (typeof faultKinds)[number]

/**
 * An injected failure. Without a `kind`, `status` or `delay` determines it.
 *
 * - `status`: an error status, 500 unless said otherwise; nothing is done.
 * - `rate_limit`: 429 with a `Retry-After`; nothing is done.
 * - `delay`: the response comes `delay` milliseconds of the server's clock later.
 * - `reset`: the connection breaks before anything is done.
 * - `no_response`: nothing is done, and no response ever comes.
 * - `malformed_json`, `truncated`, `html`, `content_type`: the request is processed, and its response is spoiled in that way.
 * - `lost_response`: the request is processed, and the connection breaks before the response. Sending it again would do it twice.
 *
 * @example
 * server.faults.add({ operation: 'createEntity', status: 500, times: 1 })
 * server.faults.add({ operation: 'createEntity', kind: 'lost_response', probability: 0.1 })
 */
export interface Fault {
  /** The kind of failure; left out, `status` or `delay` determines it. */
  readonly kind?: FaultKind | undefined
  /** The operation that it affects; left out, all of them. */
  readonly operation?: OperationName | undefined
  /** The identifier of the team that it affects; left out, all of them. Operations without a key have no team. */
  readonly team?: string | undefined
  /** How likely it is, more than 0 and up to 1, which is the default; drawn from the server's seed. */
  readonly probability?: number | undefined
  /** How often it happens before it is removed; left out, it stays. */
  readonly times?: number | undefined
  /** The error status, from 400 to 599 but for 407; with the kind `status` only. */
  readonly status?: number | undefined
  /** The body of the error status, in place of the service's own: JSON, or text (specification: Errors). */
  readonly body?: unknown
  /** How much later the response comes, in milliseconds of the server's clock, more than 0; goes with every kind. */
  readonly delay?: number | undefined
  /**
   * What the Retry-After header of an error status asks for, in milliseconds; 1000 for `rate_limit` if it is left out. The header
   * has whole seconds: it is rounded up.
   */
  readonly retryAfter?: number | undefined
}

const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]]

export const faultInput = z
  .strictObject({
    kind: z.optional(z.enum(faultKinds)),
    operation: z.optional(z.enum(operationNames)),
    team: z.optional(z.string()),
    probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
    times: z.optional(z.int().check(z.minimum(1))),
    status: z.optional(
      z.int().check(
        z.minimum(400),
        z.maximum(599),
        z.refine(status => status !== 407, {
          error: 'must not be 407, which fetch takes for a broken connection',
        }),
      ),
    ),
    body: z.optional(z.unknown().check(z.refine(isJson, { error: 'must be JSON, or text' }))),
    delay: z.optional(z.number().check(z.gt(0), z.maximum(86_400_000))),
    retryAfter: z.optional(z.number().check(z.minimum(0), z.maximum(86_400_000))),
  })
  .check(
    z.refine(saysWhat, {
      error: 'must say what goes wrong: kind, status or delay',
    }),
    z.refine(({ kind, delay }) => kind !== 'delay' || delay !== undefined, {
      path: ['delay'],
      error: 'must be a number where kind is delay',
    }),
    z.refine<Fault>(({ operation, team }) => !operation || !team || operations[operation].needsKey, {
      path: ['team'],
      error: 'must be left out for operations without a key',
    }),
    onlyWith('status', ['status']),
    onlyWith('body', ['status', 'rate_limit']),
    onlyWith('retryAfter', ['status', 'rate_limit']),
  )

/** A field that the kind makes nothing of would be lost in silence. */
function onlyWith(field: 'status' | 'body' | 'retryAfter', kinds: readonly FaultKind[]) {
  const isLost = (fault: Fault) => fault[field] !== undefined && !kinds.includes(kindOf(fault))
  return z.refine<Fault>(fault => !saysWhat(fault) || !isLost(fault), {
    path: [field],
    error: ({ input }) => `is only for ${kinds.join(' and ')}, not for ${kindOf(Object(input))}`,
  })
}

function saysWhat({ kind, status, delay }: Fault): boolean {
  return (kind ?? status ?? delay) !== undefined
}

function isJson(body: unknown): boolean {
  try {
    return body === undefined || JSON.stringify(body) !== undefined
  } catch {
    return false
  }
}

export function kindOf({ kind, status }: Fault): FaultKind {
  return kind ?? (status === undefined ? 'delay' : 'status')
}
