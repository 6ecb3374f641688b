import { foldName, joiningWords } from '../names/fold-name.ts'

/** Words that lists abbreviate, or write in several ways. */
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
 * Forms of state that no two countries of one name differ by, but for those in the aliases. `democratic`, `arab`, `united` and
 * `state` are not among them: Yemen was two states, and `State of Georgia` or `Niger State` is part of another.
 */
const forms = new Set(
  `republic kingdom federal islamic peoples union commonwealth principality sultanate emirate hashemite bolivarian rb territory
  collectivity bailiwick special administrative region sar formerly now`.split(/\s+/),
)

/** Keys to look a name up by, surest first: as it is, then without its form of state; words in any order, then closed up. */
export function keysOf(name: string): string[] {
  const words = wordsOf(name)
  return [...wholeKeys(words), ...wholeKeys(words.filter(word => !forms.has(word)))]
}

/** What a name is to be found by: as it is, and as it is typed without umlauts, such as `Oesterreich`. */
export function tableKeysOf(name: string): string[] {
  const spelledOut = name.replace(/[äöü]/gi, '$&e').replace(/ø/gi, 'oe').replace(/å/gi, 'aa')
  return [...new Set([name, spelledOut])].flatMap(one => wholeKeys(wordsOf(one)))
}

/** Divides nothing. */
const whole = /(?!)/
/** What stands between several countries, as in `China / Taiwan` or `Sudan and South Sudan`; then between two names of one. */
const dividers = [
  /[/;|]/,
  /\s(?:and|or|und|et|y|e|en|og|och|ja|ve)\s|[&+]/i,
  whole,
  /[:=]|[([](?=[^([]*$)|[)\]]*$|\s\p{Pd}+\s/u,
  /,/,
]

/** The names in a text by each kind of divider that there is, and the text as a whole, in the order in which they decide. */
export function partsOf(text: string): string[][] {
  return dividers.flatMap(divider => {
    const parts = text.split(divider).filter(part => wordsOf(part).length > 0)
    return parts.length > (divider === whole ? 0 : 1) ? [parts] : []
  })
}

function wholeKeys(words: string[]): string[] {
  const inAnyOrder = [...words].sort().join(' ')
  // `CH, AD` is not Chad, and `ssudan` is rather a slip for Sudan than South Sudan.
  const isClosed = words.some(word => word.length > 3) && words.every(word => word.length > 1)
  return isClosed ? [inAnyOrder, words.join('')] : [inAnyOrder]
}

function wordsOf(name: string): string[] {
  const words = foldName(name.replace(/\bl['’]|\bthe\b/gi, ''))
    .replace(/\b(\w) (?=\w\b)/g, '$1')
    .replace(/\bd (?=\w)/g, 'd')
    .replace(/\b(people|viet|co) (s|nam|operative)\b/g, '$1$2')
    .split(' ')
  const names = words.filter(word => !joiningWords.has(word))
  // `US, IL` is two codes, not an article and a name.
  if (names.join('').length < 4) return /\w/.test(words.join('')) ? words : []
  // A word of its own is a name: `Island` is Iceland in German.
  return names.length === 1 ? names : names.map(word => fullWords.get(word) ?? word)
}
