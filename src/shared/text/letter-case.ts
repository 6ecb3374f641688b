/**
 * Whether a string has capital letters and no small ones. The letter ß is ignored, as in "STRAUß", because it usually has no
 * capital.
 */
export function isCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/[^\P{Ll}ß]/u.test(text)
}

/** Whether a string has small letters and no capital ones. */
export function isSmallLetters(text: string): boolean {
  return /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text)
}
