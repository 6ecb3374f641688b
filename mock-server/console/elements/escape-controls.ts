import { escapeUnicode } from '../../../src/shared/text/invisible.ts'

/** Invisible characters that change the direction of text or break a line. */
const hiddenControls = /[\u2028-\u202e\u2066-\u2069]/g

/** Escapes invisible control characters in JSON or in a JavaScript string. The parsed value does not change. */
export function escapeControls(json: string): string {
  return replaceControls(json, escapeUnicode)
}

export function replaceControls(text: string, replace: (control: string) => string): string {
  return text.replaceAll(hiddenControls, replace)
}

export function hasHiddenControls(text: string): boolean {
  return text.search(hiddenControls) >= 0
}
