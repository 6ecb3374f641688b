import { addTo, entryOf } from '../lists.ts'
import { foldName, joiningWords, sortWords } from './fold-name.ts'
import { shortenForms, withoutUmlauts } from './legal-forms.ts'

/** The fewest letters that count as the beginning of a name: "Li" begins too many. */
const fewestLetters = 6

/** No real name is longer; what begins a longer one is compared no further. */
const mostLetters = 100

/** Finds among many names those that another may stand for; what each costs does not grow with how many there are. */
export interface NameIndex<Owner> {
  /** The owners of the names that are like it: true where the name is the same, false where it is similar. */
  find(name: string): Map<Owner, boolean>
}

/** A name, taken apart. */
interface Name<Owner> {
  readonly owners: Set<Owner>
  readonly words: ReadonlySet<string>
}

/**
 * Two names are the same where they have the same words in any order, or the same letters in the same order. They are similar
 * where one has all words of the other, where one is the beginning of the other, and where they have the same letters; umlauts
 * and legal forms may be spelled out, and an "and" may be missing.
 */
export function createNameIndex<Owner>(
  given: Iterable<readonly [name: string, owner: Owner]>,
): NameIndex<Owner> {
  const names = new Map<string, Name<Owner>>()
  for (const [name, owner] of given) {
    const folded = foldName(name)
    const make = () => ({ owners: new Set<Owner>(), words: wordsOf(loosen(folded)) })
    entryOf(names, folded, make).owners.add(owner)
  }
  const bySameness = new Map<string, Name<Owner>[]>()
  const byLetters = new Map<string, Name<Owner>[]>()
  const byWhole = new Map<string, Name<Owner>[]>()
  const byBeginning = new Map<string, Name<Owner>[]>()
  for (const [folded, name] of names) {
    for (const key of samenessKeys(folded)) addTo(bySameness, key, name)
    addTo(byLetters, lettersOf(name.words), name)
    const whole = wholeOf(name.words)
    addTo(byWhole, whole, name)
    for (let length = fewestLetters; length <= whole.length; length += 1)
      addTo(byBeginning, whole.slice(0, length), name)
  }
  const byWords = createWordIndex([...names.values()])
  return {
    find(name) {
      const folded = foldName(name)
      const words = wordsOf(loosen(folded))
      const whole = wholeOf(words)
      const found = new Map<Owner, boolean>()
      const add = (others: Iterable<Name<Owner>> = [], isSame = false) => {
        for (const { owners } of others) for (const owner of owners) found.set(owner, isSame)
      }
      add(byLetters.get(lettersOf(words)))
      add(byWords(words))
      add(byBeginning.get(whole))
      for (let length = fewestLetters; length <= whole.length; length += 1) {
        const beginning = whole.slice(0, length)
        // Most names of a team begin like none that is looked for.
        if (!byBeginning.has(beginning)) break
        add(byWhole.get(beginning))
      }
      for (const key of samenessKeys(folded)) add(bySameness.get(key), true)
      return found
    },
  }
}

function wholeOf(words: ReadonlySet<string>): string {
  return [...words].join('').slice(0, mostLetters)
}

function samenessKeys(folded: string): string[] {
  return [sortWords(folded), `=${folded.replaceAll(' ', '')}`]
}

/** A folded name without the differences that only make it another spelling: marks of all scripts, umlauts, legal forms. */
function loosen(folded: string): string {
  const bare = /[^ -~]/.test(folded) ? folded.normalize('NFKD').replace(/\p{M}+/gu, '') : folded
  return withoutUmlauts(shortenForms(bare)).replaceAll('aa', 'a')
}

/** Never none: without words a name would be similar to all. */
function wordsOf(loose: string): Set<string> {
  const words = loose.split(' ')
  const telling = words.filter(word => !joiningWords.has(word))
  return new Set(telling.length > 0 ? telling : words)
}

/** The same for the same letters in any order, wherever the gaps are. */
function lettersOf(words: ReadonlySet<string>): string {
  return [...[...words].join('')].sort().join('')
}

/** Finds the names of which one has all words of the other. */
function createWordIndex<Owner>(
  names: readonly Name<Owner>[],
): (words: ReadonlySet<string>) => Set<Name<Owner>> {
  const byWord = new Map<string, Name<Owner>[]>()
  for (const name of names) for (const word of name.words) addTo(byWord, word, name)
  const rarity = (word: string) => byWord.get(word)?.length ?? 0
  const rarest = (words: ReadonlySet<string>) =>
    [...words].reduce((one, other) => (rarity(other) < rarity(one) ? other : one))
  // By one word each, and by one that few have: "GmbH" alone leads to nobody.
  const byRarestWord = new Map<string, Name<Owner>[]>()
  for (const name of names) addTo(byRarestWord, rarest(name.words), name)
  return words => {
    const found = new Set<Name<Owner>>()
    for (const word of words) {
      for (const name of byRarestWord.get(word) ?? []) if (hasAll(words, name.words)) found.add(name)
    }
    for (const name of byWord.get(rarest(words)) ?? []) if (hasAll(name.words, words)) found.add(name)
    return found
  }
}

function hasAll(words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  if (wanted.size > words.size) return false
  for (const word of wanted) if (!words.has(word)) return false
  return true
}
