/** What a text encodes as JSON: an array, an object, or one of these as a text once more; undefined where it is none. */
export function parse(text: string | null | undefined): unknown {
  if (text == null || !/^\s*["[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A part of an address without its escapes; as it is where they are wrong. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
