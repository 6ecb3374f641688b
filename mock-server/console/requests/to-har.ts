import type { ShownRequest } from '../../admin/requests.ts'
import { type HarCall, writeHar } from '../../parity/recording/write-har.ts'
import { howBroken } from './broken.ts'

const inProcess = 'http://localhost'

export const gapSentence = 'Older requests are missing: they are no longer in the log.'

/**
 * Requests as an HTTP Archive 1.2, the oldest first. Fields that begin with `_` are the console's own. Without keys: the log has
 * none. `hasGap` says that older requests are missing.
 */
export function toHar(entries: readonly ShownRequest[], baseUrl: string | null, hasGap = false): string {
  const calls = entries.toReversed().map(entry => toCall(entry, baseUrl ?? inProcess))
  return writeHar(calls, hasGap ? gapSentence : undefined)
}

/** Without what the caller never received. */
function toCall(entry: ShownRequest, baseUrl: string): HarCall {
  const { id, at, operation, team, fault, scenario = null, method, status } = entry
  const broken = howBroken(entry)
  const body = method === 'HEAD' || status === 0 ? '' : broken === null ? entry.responseBody : null
  return {
    ...entry,
    baseUrl,
    startedDateTime: entry.realTime,
    duration: entry.duration ?? 0,
    responseHeaders: status === 0 ? {} : entry.responseHeaders,
    responseBody: body,
    comment: body === null ? (broken ?? 'not kept in the log') : undefined,
    error: broken ?? undefined,
    own: {
      _id: id,
      _virtualTime: at,
      _operation: operation,
      _team: team,
      _fault: fault,
      _scenario: scenario,
      _warning: entry.warning,
    },
  }
}
