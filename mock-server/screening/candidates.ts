import { foldIdentifier, nameTokens, wordWeight } from './names.ts'
import type { Party } from './party.ts'

/** A party with its names, taken apart once. */
export interface Candidate {
  readonly party: Party
  /** The name and its alternatives. */
  readonly spellings: readonly (readonly string[])[]
}

/** Finds those whom a subject may be, without a look at all others: portfolios are long. */
export interface CandidateIndex {
  /** Those whose telling words may be among the words, and those with one of the identifiers. */
  likely(words: readonly string[], identifiers: readonly string[]): Iterable<Candidate>
  /** Those who have anything that begins like one of the words, and those with one of the identifiers. */
  possible(words: readonly string[], identifiers: readonly string[]): Iterable<Candidate>
}

/** A word, and which letters it has, as bits. */
interface Word {
  readonly text: string
  readonly letters: number
}

/** The words of a name that tell it from others, each of which is to have a counterpart. */
interface TellingName {
  readonly words: readonly Word[]
  readonly candidate: Candidate
}

/**
 * A likeness that screening accepts leaves less than this part of a name without a counterpart, so that every word that weighs
 * more has one. The two longest are indexed by their first two letters: a mistake in the beginning of one is made good by the
 * other.
 */
const mostWithoutCounterpart = 0.15
const indexedWords = 2

const none: readonly TellingName[] = []

export function createCandidateIndex(parties: readonly Party[]): CandidateIndex {
  const byTellingWord = new Map<string, TellingName[]>()
  const byBeginning = new Map<string, Candidate[]>()
  const byIdentifier = new Map<string, Candidate[]>()

  for (const party of parties) {
    const spellings = [party.name, ...(party.alternativeNames ?? [])].map(nameTokens)
    const candidate: Candidate = { party, spellings }
    for (const spelling of spellings) {
      const words = tellingWords(spelling)
      const starts = new Set(longestFirst(spelling).slice(0, indexedWords).map(beginning))
      for (const start of starts) put(byTellingWord, start, { words, candidate })
    }
    for (const start of new Set(spellings.flat().map(beginning))) put(byBeginning, start, candidate)
    for (const identifier of [party.registration, party.nationalId]) {
      const folded = foldIdentifier(identifier ?? '')
      if (folded !== '') put(byIdentifier, folded, candidate)
    }
  }

  const identified = (identifiers: readonly string[]) =>
    identifiers.flatMap(identifier => byIdentifier.get(identifier) ?? [])

  return {
    likely(words, identifiers) {
      const found = new Set(identified(identifiers))
      const given = words.map(toWord)
      for (const { text } of given) {
        for (const telling of byTellingWord.get(beginning(text)) ?? none) {
          if (telling.words.every(word => given.some(other => maybeAlike(word, other))))
            found.add(telling.candidate)
        }
      }
      return found
    },
    possible: (words, identifiers) =>
      new Set([...identified(identifiers), ...words.flatMap(word => byBeginning.get(beginning(word)) ?? [])]),
  }
}

function put<Entry>(table: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = table.get(key)
  if (entries === undefined) table.set(key, [entry])
  else entries.push(entry)
}

function beginning(word: string): string {
  return word.slice(0, 2)
}

function longestFirst(spelling: readonly string[]): string[] {
  return spelling.toSorted((left, right) => right.length - left.length)
}

function tellingWords(spelling: readonly string[]): Word[] {
  const whole = spelling.reduce((sum, word) => sum + wordWeight(word), 0)
  return longestFirst(spelling)
    .filter(word => wordWeight(word) > whole * mostWithoutCounterpart)
    .map(toWord)
}

function toWord(text: string): Word {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31)
  return { text, letters }
}

/** A letter that is changed makes two differ at most: words that differ by more are not compared at all. */
function maybeAlike(left: Word, right: Word): boolean {
  const longer = Math.max(left.text.length, right.text.length)
  if (Math.abs(left.text.length - right.text.length) > longer / 3) return false
  return bitCount(left.letters ^ right.letters) <= 2 * Math.floor(longer * 0.3)
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
