import type { Exchange } from '../exchange.ts'
import type { Seen } from '../seen.ts'

/** The kinds of requests that `verify` sends, each switched on by name; `reading` always is. */
export type AskClass = 'reading' | 'searches' | 'wrong_key' | 'write'

/** An open point of the specification that responses can settle. */
export interface Row {
  readonly question: string
  /** What has to be asked for it. */
  readonly asks: readonly AskClass[]
  /** Whether the default is what the specification says, so that any other answer contradicts it. */
  readonly isSpecified: boolean
  /** What each place shows that says anything of it: one answer throughout, where the service has one. */
  judge(seen: Seen): readonly unknown[]
}

function rowMakers(isSpecified: boolean) {
  const asking =
    (...asks: readonly AskClass[]) =>
    (question: string, judge: Row['judge']): Row => ({ question, asks, isSpecified, judge })
  return {
    reading: asking('reading'),
    searches: asking('searches'),
    keylessSearches: asking('searches', 'wrong_key'),
    wrongKey: asking('wrong_key'),
    write: asking('write'),
  }
}

/** Make rows of which the specification says nothing, by what has to be asked. */
export const unspecified = rowMakers(false)

/** Make rows whose default is what the specification says. */
export const specified = rowMakers(true)

export function statusOf({ status }: Exchange): number {
  return status
}
