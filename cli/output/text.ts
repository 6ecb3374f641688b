import { escapeUnicode, replaceMisleading } from '../../src/shared/text/invisible.ts'

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const widthless = /[\p{Mn}\p{Me}\p{Cf}]/u

/**
 * One line that is safe to show: a name from the service could move the cursor, clear the screen or pose as another line.
 * Such characters are written out, as `\u001b`, which leaves JSON what it is.
 */
export function visible(text: string): string {
  return replaceMisleading(text, escapeUnicode)
}

/** How many columns of a terminal a text without control characters takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : widthless.test(character) ? 0 : 1
  return width
}

/** The text in at most so many columns; an ellipsis stands for what is cut off. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const character of text) {
    width += widthOf(character)
    if (width > columns - 1) break
    kept += character
  }
  return `${kept}…`
}

/** Breaks each line of a text between words; what goes over to the next line is indented like its beginning. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap(line => {
    const indent = /^ */.exec(line)?.[0] ?? ''
    const lines = [indent]
    for (const word of line.trimStart().split(' ')) {
      const current = lines.at(-1) ?? ''
      const longer = current === indent ? current + word : `${current} ${word}`
      if (longer.length <= columns || current === indent) lines[lines.length - 1] = longer
      else lines.push(indent + word)
    }
    return lines
  })
}

/** "1 entity", "1,200 entities". */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
