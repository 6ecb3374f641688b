import { tryStringify } from '../shared/json.ts'
import { createKeyMask } from '../shared/key-mask.ts'
import { defineField } from '../shared/set-field.ts'

export type Redaction = ReturnType<typeof createRedaction>

type Mask = (text: string) => string

/** The maximum number of characters of a body in an error. */
export const maxErrorBodyLength = 65_536

/** How long a key that is no longer used is masked, in milliseconds. */
const maskedFor = 24 * 3_600_000

/** Creates functions that mask the keys in strings and JSON values before these are shown or stored. */
export function createRedaction(secret?: string) {
  const keyMask = createKeyMask()
  /** For each key, the value of `performance.now()` when it was last used. */
  const lastUses = new Map<string, number>()
  if (secret !== undefined) learn(secret)
  return {
    learn,
    text: keyMask.mask,
    inPlace,
    excerpt,
    truncate,
  }

  /** Masks a key from now on. Forgets the keys that were not used for a day. */
  function learn(apiKey: string): void {
    const now = performance.now()
    if (!lastUses.has(apiKey)) keyMask.learn(apiKey)
    lastUses.set(apiKey, now)
    for (const [key, lastUse] of lastUses)
      if (now - lastUse > maskedFor) {
        lastUses.delete(key)
        keyMask.forget(key)
      }
  }

  /** Masks the key in a JSON value. Changes the objects and lists in place, and returns the value. */
  function inPlace(input: unknown): unknown {
    const root = { value: input }
    redactFields(root, keyMask.mask)
    return root.value
  }

  /** Returns a JSON value for an error: the value itself, or the beginning of its text if that is long. Masks the key. */
  function excerpt(body: unknown): unknown {
    const text = tryStringify(body) ?? ''
    return text.length > maxErrorBodyLength ? truncate(text, maxErrorBodyLength) : inPlace(body)
  }

  /**
   * Truncates a string and masks the key in it. Also removes the last characters before the cut, because they may be the
   * beginning of the key.
   */
  function truncate(text: string, maxLength: number, isCut = text.length > maxLength): string {
    if (!isCut) return keyMask.mask(text)
    const beginning = keyMask.mask(text.slice(0, maxLength))
    // The maximum length of a spelling of a key: percent-encoded, each character may take three.
    const keyLength = 3 * Math.max(0, ...Array.from(lastUses.keys(), key => key.length))
    return `${beginning.slice(0, Math.max(0, beginning.length - keyLength))}…`
  }
}

/**
 * Replaces every string in a JSON value, including names of fields. Uses a loop, because recursion would overflow the stack for
 * deep JSON.
 */
function redactFields(root: object, text: Mask): void {
  const pending: object[] = [root]
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const name = text(key)
      const masked = typeof value === 'string' ? text(value) : value
      if (name !== key) Reflect.deleteProperty(holder, key)
      if (name !== key || masked !== value) defineField(holder, name, masked)
      if (typeof masked === 'object' && masked !== null) pending.push(masked)
    }
  }
}

/** Copies headers for an error or a hook: masks the key, and omits cookies and a header whose name contains the key. */
export function redactHeaders(headers: Headers, redaction: Redaction): Headers {
  const visibleHeaders = [...headers].filter(
    ([name]) => name !== 'set-cookie' && redaction.text(name) === name,
  )
  return new Headers(visibleHeaders.map(([name, value]): [string, string] => [name, redaction.text(value)]))
}
