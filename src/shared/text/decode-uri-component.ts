/** Decodes a part of a URL; null if its percent escapes are invalid. */
export function decodeUriComponentOrNull(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Decodes a part of a URL. Returns the part unchanged if its escapes are invalid. */
export function tryDecodeUriComponent(part: string): string {
  return decodeUriComponentOrNull(part) ?? part
}
