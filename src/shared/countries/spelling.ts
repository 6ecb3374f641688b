import { foldName, joiningWords } from '../names/fold-name.ts'

/** The full form of each word that country lists abbreviate or spell in several ways. */
const fullWords = new Map(
  `republic rep repub, democratic dem, federal fed federated federative, islands is isl isls island isle isles, peoples people,
  states sts, st saint sainte ste, territory ter terr territories, north n northern, south s southern, west w western`
    .split(/,\s+/)
    .flatMap(words => {
      const [word = '', ...others] = words.split(' ')
      return others.map(other => [other, word] as const)
    }),
)

/**
 * Forms of state such as "Republic", which are ignored because they rarely distinguish two countries. The
 * aliases list the countries that only the form of state distinguishes. `democratic`, `arab`, `united` and
 * `state` are not ignored: Yemen was two states, and `Niger State` is in Nigeria.
 */
const stateForms = new Set(
  `republic kingdom federal islamic peoples union commonwealth principality sultanate emirate hashemite bolivarian rb territory
  collectivity bailiwick special administrative region sar formerly now`.split(/\s+/),
)

/**
 * Returns the keys for looking up a name, most reliable first: those of the full name, then those of the name
 * without the form of state. Each has two keys: one of the sorted words, and one of the joined words.
 */
export function lookupKeys(name: string): string[] {
  const words = toNameWords(name)
  return [...wordKeys(words), ...wordKeys(words.filter(word => !stateForms.has(word)))]
}

/** Returns the keys under which to store a name: as it is written, and with umlauts spelled out, such as `Oesterreich`. */
export function tableKeys(name: string): string[] {
  const spelledOut = name.replace(/[äöü]/gi, '$&e').replace(/ø/gi, 'oe').replace(/å/gi, 'aa')
  return [...new Set([name, spelledOut])].flatMap(spelling => wordKeys(toNameWords(spelling)))
}

/** Matches nothing, so that the string is not split. */
const undivided = /(?!)/
/**
 * Matches dividers, in the order in which they are tried: first those between two countries, as in `China /
 * Taiwan` or `Sudan and South Sudan`; then no divider; finally those between two names of one country.
 */
const dividers = [
  /[/;|]/,
  /\s(?:and|or|und|et|y|e|en|og|och|ja|ve)\s|[&+]/i,
  undivided,
  /[:=]|[([](?=[^([]*$)|[)\]]*$|\s\p{Pd}+\s/u,
  /,/,
]

/**
 * Splits a string at each kind of divider. Returns one list of parts for each kind that occurs, and a list with the undivided
 * string, in order of precedence.
 */
export function splitNames(text: string): string[][] {
  return dividers.flatMap(divider => {
    const parts = text.split(divider).filter(part => toNameWords(part).length > 0)
    return parts.length > (divider === undivided ? 0 : 1) ? [parts] : []
  })
}

function wordKeys(words: string[]): string[] {
  const inAnyOrder = [...words].sort().join(' ')
  // A name is not joined if all its words are short or any word has one letter: `CH, AD` does not mean Chad,
  // and `S. Sudan` does not become `ssudan`.
  const mayJoin = words.some(word => word.length > 3) && words.every(word => word.length > 1)
  return mayJoin ? [inAnyOrder, words.join('')] : [inAnyOrder]
}

function toNameWords(name: string): string[] {
  const words = foldName(name.replace(/\bl['’]|\bthe\b/gi, ''))
    .replace(/\b(\w) (?=\w\b)/g, '$1')
    .replace(/\bd (?=\w)/g, 'd')
    .replace(/\b(people|viet|co) (s|nam|operative)\b/g, '$1$2')
    .split(' ')
  const names = words.filter(word => !joiningWords.has(word))
  // `US, IL` consists of two codes, not of an article and a name.
  if (names.join('').length < 4) return /\w/.test(words.join('')) ? words : []
  // A one-word name is not expanded: `Island` alone is German for Iceland.
  return names.length === 1 ? names : names.map(word => fullWords.get(word) ?? word)
}
