import { detectPartialResponse } from '../../src/reading/detect-partial-response.ts'
import { createQuirkLog } from '../../src/reading/quirk-log.ts'
import type { Exchange } from './exchange.ts'
import { findTotal } from './recording/find-broken-promise.ts'
import { findServiceList } from './response-body.ts'

/** Describes whether a response may have only a part of the list, as the client sees it, and how many of how many were read. */
export function describeDivision({ status, headers, body }: Exchange): string {
  const list = findServiceList(body)
  const count = list?.items.length ?? 0
  const log = createQuirkLog('listEntities')
  if (!detectPartialResponse({ status, headers: new Headers(headers) }, body, count, log)) return 'no'
  const total = list && findTotal({ ...list, url: null, headers, body })
  return total !== null && total > count
    ? `${count} of ${total} were read`
    : `${count} were read, of an unknown number`
}
