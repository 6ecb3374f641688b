import * as z from 'zod/mini'
import { methodNames } from '../../src/contract/method-names.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { isJsonValue } from '../../src/shared/json.ts'

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
 * An injected failure. If `kind` is left out, the fault is a `status` or a `delay`, whichever field is set.
 *
 * - `status`: an error status, 500 by default; the request is not processed.
 * - `rate_limit`: 429 with a `Retry-After`; the request is not processed.
 * - `delay`: the response is delayed by `delay` milliseconds on the server's clock.
 * - `reset`: the connection breaks before the request is processed.
 * - `no_response`: the request is not processed, and no response ever comes.
 * - `malformed_json`, `truncated`, `html`, `content_type`: the request is processed, and its response is damaged as the name of
 *   the kind describes.
 * - `lost_response`: the request is processed, and the connection breaks before the response. A repeated request is processed twice.
 *
 * @example
 * server.faults.add({ operation: 'createEntity', status: 500, times: 1 })
 * server.faults.add({ operation: 'createEntity', kind: 'lost_response', probability: 0.1 })
 */
export interface Fault {
  /** The kind of failure. If it is left out, the kind is `status` or `delay`, whichever field is set. */
  readonly kind?: FaultKind | undefined
  /**
   * The operation of the service that the fault affects, such as `createEntity`, which `entities.create` calls; all operations if
   * it is left out.
   */
  readonly operation?: OperationName | undefined
  /**
   * The identifier of the team that the fault affects; all teams if it is left out. Operations that need no key have no team.
   */
  readonly team?: string | undefined
  /**
   * The probability that a matching request gets the fault: more than 0 and at most 1, which is the default. The outcome
   * depends on the server's seed.
   */
  readonly probability?: number | undefined
  /** The number of requests that get the fault before it is removed. If it is left out, the fault stays active. */
  readonly times?: number | undefined
  /** The error status, from 400 to 599 except 407; only with the kind `status`. */
  readonly status?: number | undefined
  /** The body of the error response in place of the default body: JSON, or text. */
  readonly body?: unknown
  /** The delay of the response, in milliseconds on the server's clock: more than 0. Every kind of fault may have a delay. */
  readonly delay?: number | undefined
  /**
   * The time in the Retry-After header of an error status, in milliseconds; 1000 by default for `rate_limit`. The header
   * contains whole seconds, so the time is rounded up.
   */
  readonly retryAfter?: number | undefined
}

export const faultInput = z
  .strictObject({
    kind: z.optional(z.enum(faultKinds)),
    operation: z.optional(
      z.custom<OperationName>(isOperation, { error: ({ input }) => describeOperations(input) }),
    ),
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
    body: z.optional(
      z.unknown().check(z.refine(body => isJsonValue(body), { error: 'must be JSON, or text' })),
    ),
    delay: z.optional(z.number().check(z.gt(0), z.maximum(86_400_000))),
    retryAfter: z.optional(z.number().check(z.minimum(0), z.maximum(86_400_000))),
  })
  .check(
    z.refine(hasEffect, {
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

function isOperation(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(operations, value)
}

/** Names the operation that a method of the client calls. For any other value, lists all operations, each with its method. */
function describeOperations(value: unknown): string {
  const names = Object.entries(methodNames)
  const [operation] = names.find(([, method]) => method === value) ?? []
  if (operation !== undefined) return `must be "${operation}", the operation that ${value} calls`
  return `must be one of ${names.map(([name, method]) => `"${name}" (${method})`).join(', ')}`
}

/** Refuses a field that this kind of fault does not use, because it would be ignored without an error. */
function onlyWith(field: 'status' | 'body' | 'retryAfter', kinds: readonly FaultKind[]) {
  const isIgnored = (fault: Fault) => fault[field] !== undefined && !kinds.includes(faultKindOf(fault))
  return z.refine<Fault>(fault => !hasEffect(fault) || !isIgnored(fault), {
    path: [field],
    error: ({ input }) => `is only for ${kinds.join(' and ')}, not for ${faultKindOf(Object(input))}`,
  })
}

function hasEffect({ kind, status, delay }: Fault): boolean {
  return (kind ?? status ?? delay) !== undefined
}

export function faultKindOf({ kind, status }: Fault): FaultKind {
  return kind ?? (status === undefined ? 'delay' : 'status')
}
