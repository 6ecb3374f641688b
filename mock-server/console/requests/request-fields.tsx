/** @jsxImportSource preact */

/** A status of HTTP; 0 is a connection that broke. */
export function Status({ status }: { status: number }) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <span class={`status ${kind}`}>{status === 0 ? 'broken' : status}</span>
}

/** The local time of day, to the millisecond. */
export function timeOfDay(iso: string): string {
  const time = new Date(iso)
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** Null as long as the response waits. */
export function durationText(duration: number | null): string {
  if (duration === null) return 'waits'
  return duration < 1000
    ? `${duration.toFixed(duration < 10 ? 1 : 0)} ms`
    : `${(duration / 1000).toFixed(1)} s`
}
