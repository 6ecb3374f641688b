/** Plain letters for letters such as ø, which Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  'æ=ae đ=d ð=d ħ=h ı=i ł=l ø=o œ=oe ß=ss ŧ=t þ=th ς=σ'.split(' ').map(entry => entry.split('=')),
)

/**
 * Matches apostrophes, invisible characters and dots between initials, which are removed without a space:
 * S.A. becomes SA.
 */
const silentCharacters = /['’‘‛`´ʼʻʹʾʿ′＇\p{Cf}]|(?<=(?<!\p{L})\p{L})[.．](?=\p{L}(?!\p{L}))/gu

/** Articles and conjunctions. Some lists include them in names, others omit them. */
export const joiningWords: ReadonlySet<string> = new Set(
  `a and das de del der des die e ed el en et gli i il ja l la las le les los och of og the und ve y`.split(
    ' ',
  ),
)

/** Converts a string to lower case with single spaces, in the Unicode normalization form NFKC. */
export function foldCase(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  // Fast path: most strings have single spaces only.
  return /[^\S ]|^ | {2}| $/.test(folded) ? folded.replace(/\s+/g, ' ').trim() : folded
}

/**
 * Returns a name in lower case, reduced to words of letters and digits. Removes accents and other marks from
 * Latin, Greek and Cyrillic letters. A name without letters and digits is only converted by {@link foldCase}.
 */
export function foldName(name: string): string {
  // Fast path: most names have plain letters only.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(name)) return name.toLowerCase()
  const folded = foldLetters(name)
  const spelled = folded.includes('&') ? folded.replaceAll('&', ' and ') : folded
  return spelled.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() || foldCase(name)
}

/**
 * Returns the letters and digits of a registration number, in lower case. A string without letters and digits is only converted
 * by {@link foldCase}.
 */
export function foldRegistration(registration: string): string {
  return foldLetters(registration).replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || foldCase(registration)
}

/** Sorts the words of a folded name. */
export function sortWords(folded: string): string {
  if (!folded.includes(' ')) return folded
  const words = folded.split(' ')
  const isSorted = words.every((word, position) => position === 0 || (words[position - 1] ?? '') <= word)
  return isSorted ? folded : words.sort().join(' ')
}

function foldLetters(text: string): string {
  if (!/[^ -~]/.test(text))
    return (/['`.]/.test(text) ? text.replace(silentCharacters, '') : text).toLowerCase()
  // A zero-width space between two words becomes a space. Apostrophes are removed before the normalization, which would convert
  // a separate acute accent to a space.
  const withoutSilent = text.replace(/(?<=\p{Ll})\u200b(?=\p{Lu})/gu, ' ').replace(silentCharacters, '')
  // Removes marks only in Latin, Greek and Cyrillic: in other scripts, a word without its marks is a
  // different word.
  return withoutSilent
    .normalize('NFKD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]|[^\p{L}\p{M}]|^)\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æđðħıłøœßŧþς]/g, letter => plainLetters[letter] ?? letter)
}

/** Folds a name, and sorts its words. */
export function foldWords(name: string): string {
  return sortWords(foldName(name))
}

/** Whether two names are the same: case, accents and the order of the words do not distinguish them. */
export function isSameName(name: string, otherName: string): boolean {
  return foldWords(name) === foldWords(otherName)
}
