import * as z from 'zod/mini'
import { isRecord, uniqueByJson } from '../../src/shared/json.ts'
import {
  type Behaviour,
  behaviourFields,
  behaviourSchema,
  type CompleteBehaviour,
  defaultBehaviour,
} from '../behaviour.ts'
import type { Exchange } from './exchange.ts'
import { createExchangeLog } from './exchange-log.ts'
import { findRenames, type ProbableRename } from './find-renames.ts'
import { listFixedAnswers } from './judges/observable.ts'
import type { ProbeKind } from './judges/open-point-spec.ts'
import { type OpenPoint, openPoints } from './open-points.ts'
import { extractItems } from './response-body.ts'

/**
 * The result for an open point: a question that the specification leaves open. `same`: the service behaves like the mock server.
 * `differs`: the service behaves differently. `not_seen`: no response shows the answer. `not_asked`: no request that would show
 * the answer was sent. `could_not_check`: the run ended early.
 */
export type ParityVerdict = 'same' | 'differs' | 'not_seen' | 'not_asked' | 'could_not_check'

/** The result for one open point. */
export type Finding = {
  /** The name of the open point: a member of `Behaviour`, if the mock server can reproduce it. */
  readonly id: string
  /** The open point as a question. */
  readonly question: string
  /** Whether the service behaves like the mock server, or why this is not known. */
  readonly verdict: ParityVerdict
  /** The answer that the service gives; `null` if no response shows it. */
  readonly answer: unknown
  /** The answer of the mock server. */
  readonly mock: unknown
  /**
   * The side to change: the service, if it contradicts the specification, otherwise the mock server; `null` if there is no
   * difference.
   */
  readonly whose: 'service' | 'mock' | null
  /** Whether the mock server can behave like the service. */
  readonly isReproducible: boolean
  /** The number of entities or exchanges that show the answer. */
  readonly seen: number
  /** The kinds of requests that are needed to settle the open point. */
  readonly asks: readonly ProbeKind[]
}

/** How a service differs from the mock server. */
export interface Report {
  /** Each open point, in the order in which the guide lists them. */
  readonly findings: readonly Finding[]
  /**
   * The option `behaviour` with which the mock server behaves like the service, as far as the exchanges show the service's
   * behaviour and the mock server can reproduce it.
   */
  readonly behaviour: Behaviour
  /** The documented fields of an entity that the service probably writes under another name. */
  readonly renames: readonly ProbableRename[]
  /** The number of exchanges. */
  readonly exchanges: number
  /** The reason why the requests ended early; `null` if all were sent. */
  readonly stopped: string | null
}

/** The options for the evaluation of exchanges. */
export interface ReportOptions {
  /** The kinds of requests that were sent. By default, all kinds, because an application may send any request. */
  readonly probeKinds?: ReadonlySet<ProbeKind> | undefined
  /** The behaviour of the mock server to compare with. */
  readonly against?: Behaviour | undefined
  /** The reason why the exchanges end early; `null` if they are complete. */
  readonly stopped?: string | null | undefined
}

/** Evaluates exchanges, such as those of a recording. */
export function createParityReport(exchanges: readonly Exchange[], options: ReportOptions = {}): Report {
  const { against = {}, stopped = null } = options
  const mock = z.parse(behaviourSchema, against)
  const log = createExchangeLog(exchanges)
  const renames = findRenames(extractItems(log.successes('listEntities').at(-1)))
  // Only the operator of the service knows which field has the new name.
  const isRenamed = (name: string) => renames.some(({ field }) => field === name)
  const findings = openPoints.map(point =>
    createFinding(point, point.fields.some(isRenamed) ? [] : point.judge(log), mock, options),
  )
  const observed = findings.filter(finding => finding.isReproducible && finding.seen > 0)
  const deviations = observed.filter(({ id, answer }) => !isWithin(answer, defaultBehaviour[id]))
  return {
    findings,
    behaviour: { version: 1, ...Object.fromEntries(deviations.map(({ id, answer }) => [id, answer])) },
    renames,
    exchanges: exchanges.length,
    stopped,
  }
}

function createFinding(
  point: OpenPoint,
  answers: readonly unknown[],
  mock: CompleteBehaviour,
  { probeKinds, stopped = null }: ReportOptions,
): Finding {
  const { id, question, asks } = point
  const expected = isOption(id) ? mock[id] : (listFixedAnswers(mock)[id] ?? [])
  const common = { id, question, asks, mock: expected, seen: answers.length }
  if (answers.length === 0) {
    const isProbed = probeKinds === undefined || asks.every(kind => probeKinds.has(kind))
    const verdict = !isProbed ? 'not_asked' : stopped === null ? 'not_seen' : 'could_not_check'
    return { ...common, verdict, answer: null, whose: null, isReproducible: isOption(id) }
  }
  const answer = mergeAnswers(answers)
  const judged = { ...common, answer, isReproducible: isOption(id) && isExpressible(id, answer) }
  if (isWithin(answer, expected)) return { ...judged, verdict: 'same', whose: null }
  const isSpecifiedDifferently = point.isSpecified && !isSameJson(answer, defaultBehaviour[id])
  return { ...judged, verdict: 'differs', whose: isSpecifiedDifferently ? 'service' : 'mock' }
}

/** If all answers are equal, returns the answer; otherwise, returns the distinct answers as `varies`. */
function mergeAnswers(answers: readonly unknown[]): unknown {
  const different = uniqueByJson(answers)
  return different.length === 1 ? different[0] : { varies: different }
}

function isOption(id: string): id is keyof CompleteBehaviour {
  return Object.hasOwn(behaviourFields, id)
}

/** Whether a field of the option `behaviour` has a value for this answer. */
function isExpressible(id: keyof CompleteBehaviour, value: unknown): boolean {
  return behaviourFields[id].safeParse(value).success
}

function isSameJson(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other)
}

/** Whether the service's answer agrees with the expected answer, or with a part of it. */
function isWithin(answer: unknown, expected: unknown): boolean {
  // An answer by risk level contains only the levels of the observed entities, so only these levels are compared.
  if (isRecord(answer) && isRecord(expected)) return isSameJson({ ...expected, ...answer }, expected)
  if (!Array.isArray(answer) || !Array.isArray(expected)) return isSameJson(answer, expected)
  return answer.every(value => expected.includes(value))
}
