/** Formats an instant of the server's clock, to the second, in UTC. */
export function utcTime(iso: string): string {
  return `${virtualTime(iso)} UTC`
}

/** Formats an instant without the time zone, for a column whose heading names it. */
export function virtualTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** Formats the local time of day of an instant of real time, to the millisecond. */
export function localTime(iso: string): string {
  const time = new Date(iso)
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}
