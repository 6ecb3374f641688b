/** Each Cyrillic or Greek letter, followed by its transliteration. */
const letters =
  'аaбbвvгgґgдdђdjеeёeєyeжzhзzиiіiїyiйyјjкkлlљljмmнnњnjоoпpрrсsтtћcуuўuфfхkhцtsчchџdzшshщshchъьыyэeюyuяya' +
  'αaβvγgδdεeζzηiθthιiκkλlμmνnξxοoπpρrσsςsτtυyφfχchψpsωo'

const latinByLetter = new Map(
  Array.from(letters.matchAll(/([^a-z])([a-z]*)/g), ([, letter = '', latin = '']) => [letter, latin]),
)

/**
 * Transliterates Cyrillic and Greek letters, roughly as passports and registers do. Matching tolerates the remaining differences as
 * typing errors. Letters of other scripts stay unchanged.
 */
export function transliterate(name: string): string {
  if (!/[\p{sc=Greek}\p{sc=Cyrillic}]/u.test(name)) return name
  const lower = name.normalize('NFC').toLowerCase().replaceAll('ου', 'ou')
  return lower.replace(/[\p{sc=Greek}\p{sc=Cyrillic}]/gu, letter => {
    const baseLetter = latinByLetter.has(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')
    return latinByLetter.get(baseLetter) ?? letter
  })
}
