/** Legal forms: they tell little about who somebody is, and are spelled in too many ways. */
const legalForms = new Set(
  `ab ag aps as asa bhd bv co company corp corporation fze gmbh inc incorporated jsc kft kg limited llc llp lp ltd nv oao oo
   oy oyj pjsc plc private pte pty pvt sa sarl sas se sl sp spa srl sro z zrt`.split(/\s+/),
)

/** No name has a longer word; comparing takes time that grows with the square of the length. */
const longestToken = 40

/** Nobody has a longer name; folding takes too long for one that only means harm. */
const longestName = 2000

/** Letters that Unicode does not take apart into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** One spelling for names that differ in case, accents or punctuation: S.p.A. and SpA, Ørsted and Orsted. */
export function foldName(name: string): string {
  if (name.length > longestName) return name.toLowerCase()
  if (name !== lastName) {
    lastFolded = fold(name)
    lastName = name
  }
  return lastFolded
}

// Whoever is created is folded several times in a row.
let lastName = ''
let lastFolded = ''

function fold(name: string): string {
  const folded = name
    .normalize('NFKD')
    // In other scripts a mark is half of a letter: without it, another word stands there.
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æđðıłøœßþ]/g, letter => plainLetters[letter] ?? letter)
    .replace(/(?<!\p{L})(?:\p{L}\.)+\p{L}(?!\p{L})/gu, initials => initials.replaceAll('.', ''))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  // A name of nothing but punctuation is a name still, and not part of every other.
  return folded || name.trim().toLowerCase()
}

/** One spelling for identifiers, in which spaces and signs are taste; empty where there is nothing else. */
export function foldIdentifier(identifier: string): string {
  return identifier.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The words that tell a name from others, in the order in which they stand. */
export function nameTokens(name: string): string[] {
  const tokens = foldName(name)
    .split(' ')
    .slice(0, 20)
    .map(token => token.slice(0, longestToken))
  const telling = tokens.filter(token => token !== '' && !legalForms.has(token))
  return telling.length > 0 ? telling : tokens
}

/**
 * How alike two names are, 0 to 1: each word is held against its best counterpart, in both directions, and longer words weigh
 * more. A missing word costs as much as a wrong one, so that a generic name does not match everything that contains it.
 */
export function nameSimilarity(left: readonly string[], right: readonly string[]): number {
  return Math.min(nameCoverage(left, right), nameCoverage(right, left))
}

/** An initial weighs as much as a short word: without it, a last name alone would do. */
const leastWeight = 3

/** Longer words tell more. */
export function wordWeight(word: string): number {
  return Math.max(word.length, leastWeight)
}

/** How much of the words is found among the counterparts, 0 to 1. */
export function nameCoverage(words: readonly string[], counterparts: readonly string[]): number {
  let found = 0
  let whole = 0
  for (const word of words) {
    const weight = wordWeight(word)
    whole += weight
    found += weight * Math.max(0, ...counterparts.map(counterpart => tokenSimilarity(word, counterpart)))
  }
  return whole === 0 ? 0 : found / whole
}

/** 1 less the share of letters to change. */
function tokenSimilarity(left: string, right: string): number {
  if (left === right) return 1
  const longer = Math.max(left.length, right.length)
  if (Math.abs(left.length - right.length) > longer / 3) return 0
  const similarity = 1 - editDistance(left, right) / longer
  return similarity < 0.7 ? 0 : similarity
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}
