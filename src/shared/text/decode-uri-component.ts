/** Decodes a part of an address; null if its escapes are invalid. */
export function decodeUriComponentOrNull(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Decodes a part of an address; returns it unchanged if its escapes are invalid. */
export function tryDecodeUriComponent(part: string): string {
  return decodeUriComponentOrNull(part) ?? part
}
