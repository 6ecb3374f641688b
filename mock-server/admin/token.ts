/** Compares tokens in constant time, so that the duration does not show which characters differ. */
export function isSameToken(token: string, adminToken: string): boolean {
  let difference = token.length ^ adminToken.length
  for (let index = 0; index < adminToken.length; index += 1)
    difference |= adminToken.charCodeAt(index) ^ (token.charCodeAt(index) || 0)
  return difference === 0
}
