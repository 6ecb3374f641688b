import type { entityRecord } from '../../../src/contract/entity.ts'
import type { Exchange } from '../exchange.ts'
import type { ExchangeLog } from '../exchange-log.ts'

/** The kinds of requests that `verify` sends. All but `reading` are opt-in. */
export type ProbeKind = 'reading' | 'searches' | 'wrong_key' | 'write'

/** A question that the specification leaves open, and that responses of the service can answer. */
export interface OpenPointSpec {
  readonly question: string
  /** The kinds of requests that are needed to answer the question. */
  readonly asks: readonly ProbeKind[]
  /** Whether the specification states the default, so that any other answer contradicts the specification. */
  readonly isSpecified: boolean
  /** The fields of an entity without which the responses do not answer the question. */
  readonly fields: readonly (keyof typeof entityRecord.shape)[]
  /** Returns the answer of each entity or exchange that shows one. If the service is consistent, all answers are equal. */
  judge(log: ExchangeLog): readonly unknown[]
}

function createSpecFactories(isSpecified: boolean) {
  const needing =
    (...asks: readonly ProbeKind[]) =>
    (question: string, judge: OpenPointSpec['judge'], ...fields: OpenPointSpec['fields']): OpenPointSpec => ({
      question,
      asks,
      isSpecified,
      fields,
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

/**
 * Functions that create specs of open points for which the specification states no default, by the kinds of requests that are
 * needed to answer them.
 */
export const unspecified = createSpecFactories(false)

/** Like {@link unspecified}, but for open points for which the specification states a default. */
export const specified = createSpecFactories(true)

export function statusOf({ status }: Exchange): number {
  return status
}
