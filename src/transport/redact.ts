import { createKeyMask } from '../shared/key-mask.ts'

export type Redaction = ReturnType<typeof createRedaction>

/** Strikes the key out of whatever is shown to people or kept: texts, and JSON values. */
export function createRedaction(apiKey: string | null) {
  const { learn, mask } = createKeyMask()
  if (apiKey !== null) learn(apiKey)
  return { text: mask, value: (given: unknown) => redactValue(given, mask) }
}

/** Works through every string in a value, names of fields included. Without recursion: responses may be nested deeper than a stack. */
function redactValue(given: unknown, text: (given: string) => string): unknown {
  const root = { value: given }
  const pending: object[] = [root]
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const name = text(key)
      const shown = typeof value === 'string' ? text(value) : value
      if (name !== key) Reflect.deleteProperty(holder, key)
      // Not an assignment, which would make __proto__ something else than a field.
      const field = { value: shown, configurable: true, enumerable: true, writable: true }
      if (name !== key || shown !== value) Object.defineProperty(holder, name, field)
      if (typeof shown === 'object' && shown !== null) pending.push(shown)
    }
  }
  return root.value
}

/** A copy of headers that may be shown; cookies are left out, and one that is called like the key. */
export function redactHeaders(headers: Headers, redaction: Redaction): Headers {
  const shown = [...headers].filter(([name]) => name !== 'set-cookie' && redaction.text(name) === name)
  return new Headers(shown.map(([name, value]): [string, string] => [name, redaction.text(value)]))
}
