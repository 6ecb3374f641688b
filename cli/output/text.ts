import { escapeUnicode, replaceMisleading } from '../../src/shared/text/invisible.ts'

const wideCharacter =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const zeroWidthCharacter = /[\p{Mn}\p{Me}\p{Cf}]/u

/**
 * Makes text safe to print on one line. Without this, a name from the service could move the cursor, clear the screen or imitate
 * another line. Unsafe characters are written as escapes such as `\u001b`, which JSON accepts.
 */
export function escapeMisleading(text: string): string {
  return replaceMisleading(text, escapeUnicode)
}

/** Returns the number of terminal columns that a string without control characters occupies. */
export function textColumns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text)
    width += wideCharacter.test(character) ? 2 : zeroWidthCharacter.test(character) ? 0 : 1
  return width
}

/** Truncates a string to a number of terminal columns, with an ellipsis. */
export function truncateColumns(text: string, columns: number): string {
  if (textColumns(text) <= columns) return text
  let beginning = ''
  let width = 0
  for (const character of text) {
    width += textColumns(character)
    if (width > columns - 1) break
    beginning += character
  }
  return `${beginning}…`
}

/** Wraps each line of a string between words. Each new line has the same indentation as the wrapped line. */
export function wrapLines(text: string, columns: number): string[] {
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
