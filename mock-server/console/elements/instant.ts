/** Formats a time on the server's clock, to the second, in UTC. */
export function utcTime(iso: string): string {
  return `${virtualTime(iso)} UTC`
}

/** Formats a time on the server's clock without the time zone, for a column whose heading names the zone. */
export function virtualTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** Formats a time of the real clock, not of the server's virtual clock, as the local time of day with milliseconds. */
export function localTime(iso: string): string {
  const time = new Date(iso)
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}
