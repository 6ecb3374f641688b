/**
 * The wait that a Retry-After header asks for, in milliseconds: it holds seconds or a date.
 *
 * @returns null where it says neither, as where it is empty or negative.
 */
export function readRetryAfter(header: string, now: number): number | null {
  const given = header.trim()
  if (/^\d+(\.\d+)?$/.test(given)) return finite(Number(given) * 1000)
  // Without a time of day, what engines take for a date may be any text with a number in it.
  return /\d:\d/.test(given) ? finite(Math.max(0, Date.parse(given) - now)) : null
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
