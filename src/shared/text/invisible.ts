/** C0, DEL and C1, the separators of lines and paragraphs, and what turns the direction of text around; no script needs these. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** These, marks of direction, which a name may hold, the byte order mark, and what XML does not allow. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu

const nothing = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export function hasControls(text: string): boolean {
  return controls.test(text)
}

/** Whether a text holds nothing that anybody sees: white space, joiners, marks of direction and blanks alone. */
export function isInvisible(text: string): boolean {
  return nothing.test(text)
}

/** Puts something in the place of characters that could pose as another line, or turn what stands beside them around. */
export function withoutMisleading(text: string, replace: (characters: string) => string): string {
  return text.toWellFormed().replace(misleading, replace)
}

/** Each character as `\u001b`, which leaves JSON what it is. */
export function writtenOut(characters: string): string {
  const units = characters.split('').map(unit => unit.charCodeAt(0).toString(16))
  return units.map(unit => `\\u${unit.padStart(4, '0')}`).join('')
}

/** A text on one line that every format can hold. */
export function oneLine(text: string): string {
  return withoutMisleading(text.replace(/[\s\u0085]/gu, ' '), () => '')
    .replace(/ +/g, ' ')
    .trim()
}
