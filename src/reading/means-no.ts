import { decodeJson } from '../shared/json.ts'

/** Strings that mean "no", in lower case. */
const negatives: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n', 'no', 'none', 'false', '0', 'n/a'])

/**
 * Whether a value means "no". A list or object means "no" if every value in it does. Uses a loop, because
 * recursion would overflow the stack for deep JSON.
 *
 * @param more - Additional strings that mean "no".
 */
export function meansNo(value: unknown, more?: ReadonlySet<string>): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = decodeJson(pending.pop())
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) pending.push(inner)
    else if (next !== undefined && next !== null) {
      const scalar = normalizeScalar(next)
      if (!negatives.has(scalar) && !more?.has(scalar)) return false
    }
  }
  return true
}

export function normalizeScalar(value: unknown): string {
  return String(value).trim().toLowerCase()
}
