/** An instant on the server's clock: to the second, in UTC. */
export function utcTime(iso: string): string {
  return `${virtualTime(iso)} UTC`
}

/** The same without its zone, for a column that names it. */
export function virtualTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** The local time of day of an instant in real time, to the millisecond. */
export function localTime(iso: string): string {
  const time = new Date(iso)
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}
