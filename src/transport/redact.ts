const struck = '[redacted]'

/** Strikes the key out of whatever is shown to people or kept. */
export interface Redaction {
  text(text: string): string
  /** Every string in a JSON value, names of fields included. */
  value(value: unknown): unknown
}

/** Shorter keys would strike half of every sentence. */
const shortestKey = 8

export function createRedaction(apiKey: string | null): Redaction {
  if (apiKey === null || apiKey.length < shortestKey) return { text: text => text, value: value => value }
  // Text that is no JSON may hold it encoded.
  const spellings = new Set([
    apiKey,
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    apiKey.replaceAll('/', '\\/'),
  ])
  const text = (given: string) =>
    [...spellings].reduce((rest, spelling) => rest.replaceAll(spelling, struck), given)
  return { text, value: given => redactValue(given, text) }
}

/** Works through a value without recursion: answers may be nested deeper than a stack. */
function redactValue(given: unknown, text: (given: string) => string): unknown {
  const root = { value: given }
  const pending: object[] = [root]
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const name = text(key)
      const shown = typeof value === 'string' ? text(value) : value
      if (name !== key) Reflect.deleteProperty(holder, key)
      if (name !== key || shown !== value) {
        Object.defineProperty(holder, name, {
          value: shown,
          configurable: true,
          enumerable: true,
          writable: true,
        })
      }
      if (typeof shown === 'object' && shown !== null) pending.push(shown)
    }
  }
  return root.value
}

/** A copy of headers that may be shown. */
export function redactHeaders(headers: Headers, redaction: Redaction): Headers {
  return new Headers(Array.from(headers, ([name, value]): [string, string] => [name, redaction.text(value)]))
}
