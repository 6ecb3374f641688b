/** @jsxImportSource preact */
import type { ShownRequest } from '../../admin/requests.ts'
import { isFailed } from './broken.ts'

/** The status; 0 is a connection that broke. As long as there is no duration, the response has not been sent. */
export function Status({ entry }: { entry: ShownRequest }) {
  const { status, duration, fault } = entry
  if (fault === 'no_response') return <span class="status bad">none</span>
  if (duration === null) return <span class="status dim">waits</span>
  const kind = isFailed(entry) ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <span class={`status ${kind}`}>{status === 0 ? 'broken' : status}</span>
}

export function durationText(duration: number | null): string {
  if (duration === null) return '–'
  return duration < 1000
    ? `${duration.toFixed(duration < 10 ? 1 : 0)} ms`
    : `${(duration / 1000).toFixed(1)} s`
}
