import type { ShownRequest } from '../../admin/requests.ts'
import { type HarCall, writeHar } from '../../parity/recording/write-har.ts'
import { describeBreak } from './describe-break.ts'

/** The base URL that a HAR file shows if the mock server runs inside the page, and therefore has no address. */
const inProcessUrl = 'http://localhost'

export const gapSentence = 'Some requests are missing: the log had no more room for them.'

/**
 * Converts requests to an HTTP Archive 1.2, the oldest first. Fields that begin with `_` are extensions. The file has no keys,
 * because the log has none. If `hasGap` is set, adds a note that requests are missing.
 */
export function toHar(entries: readonly ShownRequest[], baseUrl: string | null, hasGap = false): string {
  const calls = entries.toReversed().map(entry => toCall(entry, baseUrl ?? inProcessUrl))
  return writeHar(calls, hasGap ? gapSentence : undefined)
}

/** Leaves out a response that the caller never received. */
function toCall(entry: ShownRequest, baseUrl: string): HarCall {
  const { id, at: virtualTime, operation, team, fault, scenario = null, method, status } = entry
  const brokenBy = describeBreak(entry)
  const body = method === 'HEAD' || status === 0 ? '' : brokenBy === null ? entry.responseBody : null
  return {
    ...entry,
    baseUrl,
    startedDateTime: entry.realTime,
    duration: entry.duration ?? 0,
    responseHeaders: status === 0 ? {} : entry.responseHeaders,
    responseBody: body,
    comment: body === null ? (brokenBy ?? 'not kept in the log') : undefined,
    error: brokenBy ?? undefined,
    customFields: {
      _id: id,
      _virtualTime: virtualTime,
      _operation: operation,
      _team: team,
      _fault: fault,
      _scenario: scenario,
      _warning: entry.warning,
    },
  }
}
