import { getOrInsert, getOrInsertList } from '../get-or-insert.ts'
import { foldName, joiningWords, sortWords } from './fold-name.ts'
import { shortenForms, withoutUmlauts } from './legal-forms.ts'

/**
 * The minimum number of letters that similar names must share at the beginning. A smaller number would match
 * too many names, such as all that begin with "Li".
 */
const minBeginning = 6

/** The maximum number of letters to compare. Real names are shorter. */
const maxLetters = 100

/** A name with its words, and its owners: the items that have this name. */
interface Name<Owner> {
  readonly owners: Set<Owner>
  readonly words: ReadonlySet<string>
}

/**
 * Indexes names, so that a search is fast even among many names. The returned function maps each owner of the
 * same name to true, and each owner of a similar name to false.
 *
 * Names are the same if they have the same words in any order, or the same letters in the same order. They are similar if one
 * contains all words of the other, if one is the beginning of the other, or if both have the same letters in any order. Umlauts
 * and legal forms may be spelled out, and an "and" may be missing.
 */
export function indexNames<Owner>(entries: Iterable<readonly [name: string, owner: Owner]>) {
  const names = new Map<string, Name<Owner>>()
  for (const [name, owner] of entries) {
    const folded = foldName(name)
    const createName = () => ({ owners: new Set<Owner>(), words: comparableWords(folded) })
    getOrInsert(names, folded, createName).owners.add(owner)
  }
  const bySameness = new Map<string, Name<Owner>[]>()
  const byLetters = new Map<string, Name<Owner>[]>()
  const byWhole = new Map<string, Name<Owner>[]>()
  const byBeginning = new Map<string, Name<Owner>[]>()
  const byWord = new Map<string, Name<Owner>[]>()
  for (const [folded, name] of names) {
    for (const key of samenessKeys(folded)) getOrInsertList(bySameness, key).push(name)
    for (const word of name.words) getOrInsertList(byWord, word).push(name)
    const joinedWords = [...name.words].join('')
    getOrInsertList(byLetters, sortLetters(joinedWords)).push(name)
    getOrInsertList(byWhole, joinedWords.slice(0, maxLetters)).push(name)
    for (const beginning of listBeginnings(joinedWords)) getOrInsertList(byBeginning, beginning).push(name)
  }
  const rarity = (word: string) => byWord.get(word)?.length ?? 0
  const rarest = (words: ReadonlySet<string>) =>
    [...words].reduce((rarestWord, other) => (rarity(other) < rarity(rarestWord) ? other : rarestWord))
  // Indexes each name only under its rarest word, because a common word such as "GmbH" would match too many
  // names.
  const byRarestWord = new Map<string, Name<Owner>[]>()
  for (const name of names.values()) getOrInsertList(byRarestWord, rarest(name.words)).push(name)

  return (name: string): Map<Owner, boolean> => {
    const folded = foldName(name)
    const words = comparableWords(folded)
    const joinedWords = [...words].join('')
    const matches = new Map<Owner, boolean>()
    const add = (others: readonly Name<Owner>[] = [], isSame = false) => {
      for (const { owners } of others) for (const owner of owners) matches.set(owner, isSame)
    }
    add(byLetters.get(sortLetters(joinedWords)))
    for (const word of words) add(byRarestWord.get(word)?.filter(other => hasAll(words, other.words)))
    add(byWord.get(rarest(words))?.filter(other => hasAll(other.words, words)))
    add(byBeginning.get(joinedWords.slice(0, maxLetters)))
    for (const beginning of listBeginnings(joinedWords)) {
      // Fast path: most names have a different beginning.
      if (!byBeginning.has(beginning)) break
      add(byWhole.get(beginning))
    }
    for (const key of samenessKeys(folded)) add(bySameness.get(key), true)
    return matches
  }
}

function samenessKeys(folded: string): string[] {
  return [sortWords(folded), `=${folded.replaceAll(' ', '')}`]
}

/**
 * Returns the words of a folded name in a comparable form: without diacritics and conjunctions, and with umlauts and legal forms
 * in their short spelling. Always returns at least one word, because a name without words would be similar to all names.
 */
function comparableWords(folded: string): ReadonlySet<string> {
  const bare = /[^ -~]/.test(folded) ? folded.normalize('NFKD').replace(/\p{M}+/gu, '') : folded
  const words = withoutUmlauts(shortenForms(bare)).replaceAll('aa', 'a').split(' ')
  const significantWords = words.filter(word => !joiningWords.has(word))
  return new Set(significantWords.length > 0 ? significantWords : words)
}

function* listBeginnings(joinedWords: string): Generator<string> {
  const maxLength = Math.min(joinedWords.length, maxLetters)
  for (let length = minBeginning; length <= maxLength; length += 1) yield joinedWords.slice(0, length)
}

/** Sorts the letters of a string. Strings with the same letters in any order have the same result. */
function sortLetters(letters: string): string {
  return [...letters].sort().join('')
}

function hasAll(words: ReadonlySet<string>, required: ReadonlySet<string>): boolean {
  return required.size <= words.size && [...required].every(word => words.has(word))
}
