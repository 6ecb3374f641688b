/** @jsxImportSource preact */
import type { ShownRequest } from '../../admin/requests.ts'
import { isFailed } from './is-failed.ts'

/**
 * Shows the status of a response. The status 0 means that the connection broke. A request without a duration is still waiting
 * for its response.
 */
export function Status({ entry }: { entry: ShownRequest }) {
  const { status, duration, fault } = entry
  if (fault === 'no_response') return <span class="bad">none</span>
  if (duration === null) return <span class="dim">waits</span>
  const colour = isFailed(entry) ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <span class={colour}>{status === 0 ? 'broken' : status}</span>
}

/** The fault, scenario or warning that explains the response. */
export function Cause({ entry: { fault, scenario, warning } }: { entry: ShownRequest }) {
  const cause = fault ?? scenario ?? (warning === null ? null : 'warning')
  return cause === null ? '–' : <span class="badge">{cause}</span>
}
