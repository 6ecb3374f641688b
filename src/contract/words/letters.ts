/** Letters that Unicode does not take apart into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
}

/** A text in lower case, with the letters that are often typed without their accents as these are typed. */
export function spellPlainly(text: string): string {
  return text.replace(/[æđðħıłøœßŧþς]/g, letter => plainLetters[letter] ?? letter)
}
