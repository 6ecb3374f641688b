import { foldName, joiningWords } from '../names/fold-name.ts'

/** Words that lists abbreviate or spell in several ways. */
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
 * Forms of state that may be ignored, because no two countries differ only by them, except for the aliases. `democratic`, `arab`,
 * `united` and `state` may not: Yemen was two states, and `State of Georgia` or `Niger State` is a part of another country.
 */
const stateForms = new Set(
  `republic kingdom federal islamic peoples union commonwealth principality sultanate emirate hashemite bolivarian rb territory
  collectivity bailiwick special administrative region sar formerly now`.split(/\s+/),
)

/**
 * Returns keys to look up a name, most reliable first: the full name, then the name without its form of state; each with sorted words,
 * then joined.
 */
export function lookupKeys(name: string): string[] {
  const words = toNameWords(name)
  return [...wordKeys(words), ...wordKeys(words.filter(word => !stateForms.has(word)))]
}

/** Returns the keys under which a name is found: as spelled, and with umlauts spelled out, such as `Oesterreich`. */
export function tableKeys(name: string): string[] {
  const spelledOut = name.replace(/[äöü]/gi, '$&e').replace(/ø/gi, 'oe').replace(/å/gi, 'aa')
  return [...new Set([name, spelledOut])].flatMap(spelling => wordKeys(toNameWords(spelling)))
}

/** Never matches, so that the text stays in one piece. */
const undivided = /(?!)/
/**
 * Dividers between countries, as in `China / Taiwan` or `Sudan and South Sudan`; then dividers between two names of one country.
 */
const dividers = [
  /[/;|]/,
  /\s(?:and|or|und|et|y|e|en|og|och|ja|ve)\s|[&+]/i,
  undivided,
  /[:=]|[([](?=[^([]*$)|[)\]]*$|\s\p{Pd}+\s/u,
  /,/,
]

/** Splits a text at each divider that occurs in it. Also returns the undivided text, in the order of precedence. */
export function splitNames(text: string): string[][] {
  return dividers.flatMap(divider => {
    const parts = text.split(divider).filter(part => toNameWords(part).length > 0)
    return parts.length > (divider === undivided ? 0 : 1) ? [parts] : []
  })
}

function wordKeys(words: string[]): string[] {
  const inAnyOrder = [...words].sort().join(' ')
  // `CH, AD` is not Chad, and `ssudan` is more likely Sudan than South Sudan.
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
  // `US, IL` is two codes, not an article and a name.
  if (names.join('').length < 4) return /\w/.test(words.join('')) ? words : []
  // A one-word name is not expanded: `Island` alone is German for Iceland.
  return names.length === 1 ? names : names.map(word => fullWords.get(word) ?? word)
}
