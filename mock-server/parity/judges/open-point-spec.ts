import type { Exchange } from '../exchange.ts'
import type { ExchangeLog } from '../exchange-log.ts'

/** The kinds of requests that `verify` sends. All but `reading` are opt-in. */
export type ProbeKind = 'reading' | 'searches' | 'wrong_key' | 'write'

/** An open point of the specification that responses can settle. */
export interface OpenPointSpec {
  readonly question: string
  /** The kinds of requests that settle it. */
  readonly asks: readonly ProbeKind[]
  /** Whether the specification states the default, so that any other answer contradicts it. */
  readonly isSpecified: boolean
  /** Returns an answer for each entity or exchange that shows one. All are equal if the service is consistent. */
  judge(log: ExchangeLog): readonly unknown[]
}

function createSpecFactories(isSpecified: boolean) {
  const needing =
    (...asks: readonly ProbeKind[]) =>
    (question: string, judge: OpenPointSpec['judge']): OpenPointSpec => ({
      question,
      asks,
      isSpecified,
      judge,
    })
  return {
    reading: needing('reading'),
    searches: needing('searches'),
    keylessSearches: needing('searches', 'wrong_key'),
    wrongKey: needing('wrong_key'),
    write: needing('write'),
  }
}

/** Create specs of points on which the specification is silent, by the requests that they need. */
export const unspecified = createSpecFactories(false)

/** Create specs of points whose default the specification states. */
export const specified = createSpecFactories(true)

export function statusOf({ status }: Exchange): number {
  return status
}
