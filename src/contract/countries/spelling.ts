import { spellPlainly } from '../words/letters.ts'

const spelledLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Words that lists abbreviate, or write in several ways. */
const fullWords = new Map(
  Object.entries({
    republic: 'rep repub',
    democratic: 'dem',
    federal: 'fed federated federative',
    islands: 'i is isl isls island isle isles',
    peoples: 'people',
    states: 'sts',
    st: 'saint sainte ste',
    territory: 'ter terr territories',
  }).flatMap(([word, others]) => others.split(' ').map(other => [other, word])),
)

/** Articles and "and" in the languages of the names. */
const fillers = new Set(
  'of and und et y e ed en och og ja ve la le les los las el il gli die der das het l'.split(' '),
)

/**
 * Forms of state that no two countries of one name differ by, but for those in the table. `democratic`, `arab`, `united` and
 * `state` are not among them: Yemen was two states, and `State of Georgia` or `Niger State` is part of another.
 */
const forms = new Set(
  (
    'republic kingdom federal islamic peoples union commonwealth principality sultanate emirate hashemite bolivarian rb ' +
    'territory collectivity bailiwick sar'
  ).split(' '),
)

/** Keys to look a name up by, surest first: as it is, then without its form of state; words in any order, then closed up. */
export function keysOf(name: string): string[] {
  const words = wordsOf(name)
  const bare = words.filter(word => !forms.has(word))
  return [...wholeKeys(words), ...wholeKeys(bare)]
}

/** {@link keysOf} without those that pass over the form of state: a rule for English names only. */
export function wholeKeysOf(name: string): string[] {
  return wholeKeys(wordsOf(name))
}

/** What a name is to be found by: {@link wholeKeysOf}, also as it is typed without umlauts, such as `Oesterreich`. */
export function tableKeysOf(name: string): string[] {
  const spelledOut = name.replace(/[äöüøå]/gi, letter => spelledLetters[letter.toLowerCase()] ?? letter)
  return [...new Set([name, spelledOut])].flatMap(wholeKeysOf)
}

const alternatives = /[/;|]/
const and = /\s(?:and|or|und|et|y|e|en|og|och|ja|ve)\s|[&+]/i
const dividers = [alternatives, /[([](?=[^([]*$)/, /\s\p{Pd}+\s|[,:=]/u, and]

/** True where a text may name several countries, as `China / Taiwan` and `Sudan and South Sudan` do. */
export function namesAlternatives(text: string): boolean {
  return alternatives.test(text) || and.test(text)
}

/** What stands on both sides of a mark or an "and", often one country twice. The marks that divide most come first. */
export function partsOf(text: string): string[] {
  for (const divider of dividers) {
    const parts = text
      .split(divider)
      .map(part => part.replace(/^\W*(?:formerly|now)\s|[\s)\]]+$/gi, '').trim())
      .filter(part => wordsOf(part).length > 0)
    if (parts.length > 1) return parts
  }
  return []
}

function wholeKeys(words: string[]): string[] {
  const inAnyOrder = [...words].sort().join(' ')
  // `CH, AD` is not Chad, and `ssudan` is rather a slip for Sudan than South Sudan.
  const isClosed = words.some(word => word.length > 3) && words.every(word => word.length > 1)
  return isClosed ? [inAnyOrder, words.join('')] : [inAnyOrder]
}

function wordsOf(name: string): string[] {
  const words = fold(name).trim().split(' ')
  const names = words.filter(word => !fillers.has(word))
  // `US, IL` is two codes, not an article and a name.
  if (names.join('').length < 4) return words.join('') === '' ? [] : words
  // A word of its own is a name: `Island` is Iceland in German.
  return names.length === 1 ? names : names.map(word => fullWords.get(word) ?? word)
}

/** Small letters without accents and punctuation. */
function fold(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^region:|\bthe\b|\bl['’]/g, '')
    .replace('special administrative region', 'sar')
    .replace(/[\p{M}'’‘ʼʻ`]/gu, '')
  return spellPlainly(bare)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(\w) (?=\w\b)/g, '$1')
    .replace(/\bd (?=\w)/g, 'd')
    .replace(/\b(people|viet|co) (s|nam|operative)\b/g, '$1$2')
}
