/** No letters: control characters, what turns the direction of all that follows, and what XML does not allow. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** A text on one line that every format can hold. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085]/gu, ' ')
    .replace(unprintable, '')
    .replace(/ +/g, ' ')
    .trim()
}
