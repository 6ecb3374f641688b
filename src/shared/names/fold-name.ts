/** Letters that Unicode does not take apart into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  'æ=ae đ=d ð=d ħ=h ı=i ł=l ø=o œ=oe ß=ss ŧ=t þ=th ς=σ'.split(' ').map(entry => entry.split('=')),
)

/** Apostrophes, what nobody sees, and the dots between initials go without a gap: S.A. is SA. */
const silent = /['’‘‛`´ʼʻʹʾʿ′＇\p{Cf}]|(?<=(?<!\p{L})\p{L})[.．](?=\p{L}(?!\p{L}))/gu

/** Articles and words that join others, in the languages of most names: they come and go. */
export const joiningWords: ReadonlySet<string> = new Set(
  `a and das de del der des die e ed el en et gli i il ja l la las le les los och of og the und ve y`.split(
    ' ',
  ),
)

/** A text without regard to case, spacing and compatible spellings of the same letters. */
export function foldCase(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  // Most texts have single spaces only.
  return /[^\S ]|^ | {2}| $/.test(folded) ? folded.replace(/\s+/g, ' ').trim() : folded
}

/**
 * The words of a name in lower case, with a space between them: letters and digits only, and letters of the Latin, Greek and
 * Cyrillic scripts without their marks. A name of nothing but punctuation stays as it is.
 */
export function foldName(name: string): string {
  const folded = fold(name)
  const spelled = folded.includes('&') ? folded.replaceAll('&', ' and ') : folded
  // Most names are of plain letters.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(spelled)) return spelled
  return spelled.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() || foldCase(name)
}

/** The letters and digits of a registration number; one that has none stays as it is. */
export function foldRegistration(registration: string): string {
  return fold(registration).replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || foldCase(registration)
}

/** The words of a folded name in one order, whatever theirs is. */
export function sortWords(folded: string): string {
  if (!folded.includes(' ')) return folded
  const words = folded.split(' ')
  const isSorted = words.every((word, at) => at === 0 || (words[at - 1] ?? '') <= word)
  return isSorted ? folded : words.sort().join(' ')
}

function fold(text: string): string {
  if (!/[^ -~]/.test(text)) return (/['`.]/.test(text) ? text.replace(silent, '') : text).toLowerCase()
  // A space without width between two words is one. The silent go first: an acute accent that stands alone would leave a space.
  const bare = text.replace(/(?<=\p{Ll})\u200b(?=\p{Lu})/gu, ' ').replace(silent, '')
  // In other scripts a mark is a part of a letter: without it, another word stands there.
  return bare
    .normalize('NFKD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]|[^\p{L}\p{M}]|^)\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æđðħıłøœßŧþς]/g, letter => plainLetters[letter] ?? letter)
}

/** A name by its folded words, in whatever order they stand. */
export function foldWords(name: string): string {
  return sortWords(foldName(name))
}
