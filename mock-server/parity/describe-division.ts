import { detectPartialResponse } from '../../src/reading/detect-partial-response.ts'
import { QuirkLog } from '../../src/reading/quirk-log.ts'
import type { Exchange } from './exchange.ts'
import { findBrokenPromise, findTotal } from './recording/find-broken-promise.ts'
import { findServiceList } from './response-body.ts'

/** Describes whether a response may have only a part of the list, as the client sees it, and how many of how many were read. */
export function describeDivision({ status, headers, body }: Exchange): string {
  const list = findServiceList(body)
  const count = list?.items.length ?? 0
  const log = new QuirkLog('listEntities')
  detectPartialResponse({ status, headers: new Headers(headers) }, body, count, log)
  // A list from a cache may be outdated, but it is not divided.
  if (!log.reports().some(({ code, isFromCache }) => code === 'incomplete' && !isFromCache)) return 'no'
  const response = list && { ...list, url: null, headers, body }
  const total = response && findTotal(response)
  // A count may be that of the part alone.
  const isPart = response && findBrokenPromise([response], count) !== undefined
  if (total === count && !isPart) return 'no'
  return total === null || (isPart && total <= count)
    ? `${count} were read, of an unknown number`
    : `${count} of ${total} were read`
}
