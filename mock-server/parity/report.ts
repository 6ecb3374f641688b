import * as z from 'zod/mini'
import { isRecord, uniqueByJson } from '../../src/shared/json.ts'
import {
  type Behaviour,
  behaviourFields,
  behaviourSchema,
  type CompleteBehaviour,
  defaultBehaviour,
} from '../behaviour.ts'
import { type BehaviourRow, behaviours } from './behaviours.ts'
import type { Exchange } from './exchange.ts'
import { fixedAnswers } from './judges/observable.ts'
import type { AskClass } from './judges/row.ts'
import { seenIn } from './seen.ts'

/**
 * What is known of an open point: the service does as the mock server, or differs; nothing was seen of it; nothing was asked that
 * shows it; or what was asked came to no end.
 */
export type ParityVerdict = 'same' | 'differs' | 'not_seen' | 'not_asked' | 'could_not_check'

/** What was found out of one open point. */
export interface Finding {
  /** The member of `Behaviour`, or the name of what has none. */
  readonly id: string
  /** What is open. */
  readonly question: string
  /** What is known of it. */
  readonly verdict: ParityVerdict
  /** What the service does; `null` where that was not seen. */
  readonly answer: unknown
  /** What the mock server does. */
  readonly mock: unknown
  /** Which side is not as the specification says, or, where it says nothing, which could be changed; `null` without a difference. */
  readonly whose: 'service' | 'mock' | null
  /** Whether the mock server can do as the service does. */
  readonly isReproducible: boolean
  /** In how many places it was seen. */
  readonly seen: number
  /** What has to be asked for it. */
  readonly asks: readonly AskClass[]
}

/** How a service differs from the mock server. */
export interface Report {
  /** Each open point, in the order of the guide. */
  readonly findings: readonly Finding[]
  /** What makes the mock server do as the service does, as far as that was found out and can be done. */
  readonly behaviour: Behaviour
  /** How many exchanges were judged. */
  readonly exchanges: number
  /** Why it ended early; `null` where it did not. */
  readonly stopped: string | null
}

/** How exchanges are judged. */
export interface ReportOptions {
  /** What was asked; everything where an application asked. */
  readonly asked?: ReadonlySet<AskClass> | undefined
  /** The behaviour of the mock server to compare with. */
  readonly against?: Behaviour | undefined
  /** Why they end early; `null` where they do not. */
  readonly stopped?: string | null | undefined
  /** Whether it is a recording: its names have lost their order. */
  readonly isScrubbed?: boolean | undefined
}

/** Judges exchanges, such as those of a recording. */
export function reportOn(exchanges: readonly Exchange[], options: ReportOptions = {}): Report {
  const { against = {}, stopped = null, isScrubbed = false } = options
  const mock = z.parse(behaviourSchema, against)
  const seen = seenIn(exchanges, isScrubbed)
  const findings = behaviours.map(row => judge(row, row.judge(seen), mock, options))
  const known = findings.filter(({ isReproducible, seen }) => isReproducible && seen > 0)
  const unusual = known.filter(({ id, answer }) => !isWithin(answer, defaultBehaviour[id]))
  return {
    findings,
    behaviour: { version: 1, ...Object.fromEntries(unusual.map(({ id, answer }) => [id, answer])) },
    exchanges: exchanges.length,
    stopped,
  }
}

function judge(
  row: BehaviourRow,
  shown: readonly unknown[],
  mock: CompleteBehaviour,
  { asked, stopped = null }: ReportOptions,
): Finding {
  const { id, question, asks } = row
  const expected = isOption(id) ? mock[id] : (fixedAnswers(mock)[id] ?? [])
  const common = { id, question, asks, mock: expected, seen: shown.length }
  if (shown.length === 0) {
    const isAsked = asked === undefined || asks.every(name => asked.has(name))
    const verdict = !isAsked ? 'not_asked' : stopped === null ? 'not_seen' : 'could_not_check'
    return { ...common, verdict, answer: null, whose: null, isReproducible: isOption(id) }
  }
  const answer = agreed(shown)
  const judged = { ...common, answer, isReproducible: isOption(id) && canSay(id, answer) }
  if (isWithin(answer, expected)) return { ...judged, verdict: 'same', whose: null }
  const isOdd = row.isSpecified && !isEqual(answer, defaultBehaviour[id])
  return { ...judged, verdict: 'differs', whose: isOdd ? 'service' : 'mock' }
}

/** One answer where all places agree; several where they do not. */
function agreed(shown: readonly unknown[]): unknown {
  const different = uniqueByJson(shown)
  return different.length === 1 ? different[0] : { varies: different }
}

function isOption(id: string): id is keyof CompleteBehaviour {
  return Object.hasOwn(behaviourFields, id)
}

/** Whether the option has a value for what was seen. */
function canSay(id: keyof CompleteBehaviour, value: unknown): boolean {
  return behaviourFields[id].safeParse(value).success
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether nothing was seen beyond what is known. */
function isWithin(seen: unknown, known: unknown): boolean {
  // Of some levels nothing may have been seen.
  if (isRecord(seen) && isRecord(known)) return isEqual({ ...known, ...seen }, known)
  if (!Array.isArray(seen) || !Array.isArray(known)) return isEqual(seen, known)
  return seen.every(value => known.includes(value))
}
