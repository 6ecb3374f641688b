import { isRecord, isString } from '../../shared/json.ts'

/** Returns the message for an invalid option `headers`; null if it is valid. */
export function whyNotHeaders(value: unknown): string | null {
  // A Map, Headers or array is refused: its entries are not properties, so they would not be sent.
  if (!isRecord(value) || Symbol.iterator in value)
    return 'must be a plain object of header names and values: Object.fromEntries() makes one of a Map or Headers'
  const headers = Object.entries(value)
  const wrong = headers.find(([name, text]) => !isHeader(name, text))
  if (wrong !== undefined)
    return `must hold names and strings that can be sent, unlike ${JSON.stringify(wrong[0].slice(0, 80))}`
  const names = headers.map(([name]) => name)
  if (names.some(name => name.toLowerCase() === 'authorization'))
    return 'must not hold authorization: the key is the option apiKey'
  if (names.some(name => name.toLowerCase() === 'idempotency-key'))
    return 'must not hold idempotency-key, which is for one call: pass idempotencyKey to the method'
  return null
}

function isHeader(name: string, value: unknown): boolean {
  if (!isString(value)) return false
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
