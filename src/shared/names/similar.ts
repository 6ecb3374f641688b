import { entryOf, listOf } from '../lists.ts'
import { foldName, joiningWords, sortWords } from './fold-name.ts'
import { shortenForms, withoutUmlauts } from './legal-forms.ts'

/** The fewest letters that count as the beginning of a name: "Li" begins too many. */
const fewestLetters = 6

/** No real name is longer; what begins a longer one is compared no further. */
const mostLetters = 100

/** A name, taken apart. */
interface Name<Owner> {
  readonly owners: Set<Owner>
  readonly words: ReadonlySet<string>
}

/**
 * Finds among many names those that another may stand for; what each costs does not grow with how many there are. Returns what
 * finds their owners: true where the name is the same, false where it is similar.
 *
 * Two names are the same where they have the same words in any order, or the same letters in the same order. They are similar
 * where one has all words of the other, where one is the beginning of the other, and where they have the same letters; umlauts
 * and legal forms may be spelled out, and an "and" may be missing.
 */
export function indexNames<Owner>(given: Iterable<readonly [name: string, owner: Owner]>) {
  const names = new Map<string, Name<Owner>>()
  for (const [name, owner] of given) {
    const folded = foldName(name)
    const make = () => ({ owners: new Set<Owner>(), words: wordsOf(folded) })
    entryOf(names, folded, make).owners.add(owner)
  }
  const bySameness = new Map<string, Name<Owner>[]>()
  const byLetters = new Map<string, Name<Owner>[]>()
  const byWhole = new Map<string, Name<Owner>[]>()
  const byBeginning = new Map<string, Name<Owner>[]>()
  const byWord = new Map<string, Name<Owner>[]>()
  for (const [folded, name] of names) {
    for (const key of samenessKeys(folded)) listOf(bySameness, key).push(name)
    for (const word of name.words) listOf(byWord, word).push(name)
    const whole = [...name.words].join('')
    listOf(byLetters, sorted(whole)).push(name)
    listOf(byWhole, whole.slice(0, mostLetters)).push(name)
    for (const beginning of beginningsOf(whole)) listOf(byBeginning, beginning).push(name)
  }
  const rarity = (word: string) => byWord.get(word)?.length ?? 0
  const rarest = (words: ReadonlySet<string>) =>
    [...words].reduce((one, other) => (rarity(other) < rarity(one) ? other : one))
  // By one word each, and by one that few have: "GmbH" alone leads to nobody.
  const byRarestWord = new Map<string, Name<Owner>[]>()
  for (const name of names.values()) listOf(byRarestWord, rarest(name.words)).push(name)

  return (name: string): Map<Owner, boolean> => {
    const folded = foldName(name)
    const words = wordsOf(folded)
    const whole = [...words].join('')
    const found = new Map<Owner, boolean>()
    const add = (others: readonly Name<Owner>[] = [], isSame = false) => {
      for (const { owners } of others) for (const owner of owners) found.set(owner, isSame)
    }
    add(byLetters.get(sorted(whole)))
    for (const word of words) add(byRarestWord.get(word)?.filter(other => hasAll(words, other.words)))
    add(byWord.get(rarest(words))?.filter(other => hasAll(other.words, words)))
    add(byBeginning.get(whole.slice(0, mostLetters)))
    for (const beginning of beginningsOf(whole)) {
      // Most names of a team begin like none that is looked for.
      if (!byBeginning.has(beginning)) break
      add(byWhole.get(beginning))
    }
    for (const key of samenessKeys(folded)) add(bySameness.get(key), true)
    return found
  }
}

function samenessKeys(folded: string): string[] {
  return [sortWords(folded), `=${folded.replaceAll(' ', '')}`]
}

/**
 * The words of a folded name without the differences that only make it another spelling: marks of all scripts, umlauts, legal
 * forms, joining words. Never none: without words a name would be similar to all.
 */
function wordsOf(folded: string): ReadonlySet<string> {
  const bare = /[^ -~]/.test(folded) ? folded.normalize('NFKD').replace(/\p{M}+/gu, '') : folded
  const words = withoutUmlauts(shortenForms(bare)).replaceAll('aa', 'a').split(' ')
  const telling = words.filter(word => !joiningWords.has(word))
  return new Set(telling.length > 0 ? telling : words)
}

function* beginningsOf(whole: string): Generator<string> {
  const most = Math.min(whole.length, mostLetters)
  for (let length = fewestLetters; length <= most; length += 1) yield whole.slice(0, length)
}

/** The same for the same letters in any order, wherever the gaps are. */
function sorted(letters: string): string {
  return [...letters].sort().join('')
}

function hasAll(words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return wanted.size <= words.size && [...wanted].every(word => words.has(word))
}
