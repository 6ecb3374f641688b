/** Headers by name, those of one name joined, except those whose names suggest a secret. */
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

/** Browsers set `Sec-WebSocket-Key` and the like themselves; an idempotency key opens nothing. */
const harmless = /^sec-|idempotency-key$/i
