/**
 * Converts a list in which header names and values alternate to an object with the values by name. Leaves out each header whose
 * name suggests a secret.
 */
export function nameHeaders(headers: readonly string[]): Record<string, string> {
  const named = new Map<string, string>()
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? ''
    const value = headers[index + 1] ?? ''
    if (!secret.test(name) || harmless.test(name))
      named.set(name, named.has(name) ? `${named.get(name)}, ${value}` : value)
  }
  return Object.fromEntries(named)
}

const secret = /auth|cookie|credential|jwt|key(?![a-z])|passw|passphrase|secret|session|token/i

/** Headers that are not secret, although their names suggest it. Browsers set the headers that begin with `sec-`. */
const harmless = /^sec-|idempotency-key$/i
