/** Whether a text has capital letters and no small ones. In "STRAUß", the last letter has no capital. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/[^\P{Ll}ß]/u.test(text)
}

/** Whether a text has small letters and no capital ones. */
export function isSmallLetters(text: string): boolean {
  return /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text)
}
