import { escapeUnicode } from '../../../src/shared/text/invisible.ts'

/** Characters that turn the direction of a text, or break its line unseen. */
const hiddenControls = /[\u2028-\u202e\u2066-\u2069]/g

/** Escapes hidden controls in JSON, or in a string of JavaScript; its value stays the same. */
export function escapeControls(json: string): string {
  return replaceControls(json, escapeUnicode)
}

export function replaceControls(text: string, replace: (control: string) => string): string {
  return text.replaceAll(hiddenControls, replace)
}

export function hasHiddenControls(text: string): boolean {
  return text.search(hiddenControls) >= 0
}
