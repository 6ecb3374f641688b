/** Letters in turn with what stands for each. */
const letters =
  'аaбbвvгgґgдdђdjеeёeєyeжzhзzиiіiїyiйyјjкkлlљljмmнnњnjоoпpрrсsтtћcуuўuфfхkhцtsчchџdzшshщshchъьыyэeюyuяya' +
  'αaβvγgδdεeζzηiθthιiκkλlμmνnξxοoπpρrσsςsτtυyφfχchψpsωo'

const table = new Map(
  Array.from(letters.matchAll(/([^a-z])([a-z]*)/g), ([, letter = '', latin = '']) => [letter, latin]),
)

/**
 * Cyrillic and Greek in Latin letters, roughly as passports and registers spell them: a typing error makes up for the rest.
 * Letters of any other script are left as they are.
 */
export function transliterate(name: string): string {
  if (!/[\p{sc=Greek}\p{sc=Cyrillic}]/u.test(name)) return name
  const lower = name.normalize('NFC').toLowerCase().replaceAll('ου', 'ou')
  return lower.replace(/[\p{sc=Greek}\p{sc=Cyrillic}]/gu, letter => {
    const plain = table.has(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')
    return table.get(plain) ?? letter
  })
}
