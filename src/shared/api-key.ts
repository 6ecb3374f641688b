/** The most characters that a key may have: longer ones are no keys, and headers have limits. */
export const longestKey = 4096

/** What can stand in a header after "Bearer" (specification: Authentication). */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}
