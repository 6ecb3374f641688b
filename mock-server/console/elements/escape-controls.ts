import { escapeUnicode } from '../../../src/shared/text/invisible.ts'

/** What turns the direction of a text, or breaks its line where no editor shows it. */
const controls = /[\u2028-\u202e\u2066-\u2069]/g

/** JSON, or a string of JavaScript, with the same value, whose text is in the order in which it is shown. */
export function escapeControls(json: string): string {
  return replaceControls(json, escapeUnicode)
}

export function replaceControls(text: string, replace: (control: string) => string): string {
  return text.replaceAll(controls, replace)
}

export function hasControls(text: string): boolean {
  return text.search(controls) >= 0
}
