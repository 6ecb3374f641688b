import { inspect } from 'node:util'
import { expect } from 'vitest'

/** A key with every character that some notation writes in another way. */
export const nastyKey = 'sk-a-very-secret-key/+=42&<\'>%"\\'

/** The notations in which an answer may write a key. */
export function spellingsOf(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1)
  const percent = encodeURIComponent(key)
  return [
    key,
    json,
    json.replaceAll('/', '\\/'),
    percent,
    percent.replaceAll(/%../g, triplet => triplet.toLowerCase()),
    btoa(key),
    btoa(`Bearer ${key}`),
    btoa(`team:${key}`),
  ]
}

/** Everything that printing, serialising, copying or walking a value can show. */
export function everythingOf(value: unknown): string {
  const shown = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    inspect(value),
    JSON.stringify(value),
    String(value),
    inspect(copyOf(value), { depth: Number.POSITIVE_INFINITY }),
  ]
  if (value instanceof Error) {
    const properties = Object.getOwnPropertyNames(value).map(name => Reflect.get(value, name))
    shown.push(value.message, value.stack ?? '', JSON.stringify(properties), JSON.stringify({ ...value }))
  }
  return shown.join('\n')
}

/** Not everything can be copied. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return undefined
  }
}

/** Printing escapes what it prints, so that backslashes say nothing. */
const plain = (text: string) => text.replaceAll('\\', '')

/** Fails where a text holds the key in some notation, or a good part of it. */
export function expectNoKey(text: string, key = nastyKey): void {
  const searched = plain(text)
  for (const spelling of spellingsOf(key).map(plain)) {
    for (const part of partsOf(spelling)) {
      // Not `not.toContain`, which would show a megabyte.
      if (searched.includes(part)) expect.fail(`${JSON.stringify(part)} is shown: ${around(searched, part)}`)
    }
  }
}

/** So short that no long run of the spelling can be without one of them. */
function partsOf(spelling: string): string[] {
  const starts = Array.from({ length: Math.max(1, Math.floor((spelling.length - 6) / 6)) }, (_, at) => at * 6)
  return starts.map(start => spelling.slice(start, start + 12))
}

function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - 100), at + 100)
}
