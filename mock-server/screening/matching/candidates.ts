import { listOf } from '../../../src/shared/lists.ts'
import { foldRegistration } from '../../../src/shared/names/fold-name.ts'
import type { Party } from '../party.ts'
import { type Likeness, nameWords, wordSimilarity, wordWeight } from './names.ts'
import { createNearWords } from './near-words.ts'

/** A party with its names, taken apart once. */
export interface Candidate {
  readonly party: Party
  /** The name and its alternatives. */
  readonly spellings: readonly (readonly string[])[]
}

/** The parties that a name may stand for, and how alike its words are to theirs. */
export interface Candidates {
  readonly candidates: Iterable<Candidate>
  readonly likeness: Likeness
}

export interface CandidateIndex {
  /**
   * Those who have nearly all of the words, one apart where it may be a middle name, and those with one of the identifiers.
   * A name without such words costs next to nothing: portfolios are long.
   */
  find(words: readonly string[], identifiers: readonly string[], mayHaveMiddleName: boolean): Candidates
}

/** How much of the words must be like somebody's, by weight: a little less than any comparison asks for. */
const leastFound = 0.8

export function createCandidateIndex(parties: readonly Party[]): CandidateIndex {
  const byWord = new Map<string, Candidate[]>()
  const byIdentifier = new Map<string, Candidate[]>()
  let mostWords = 0

  for (const party of parties) {
    const names = [party.name, ...(party.alternativeNames ?? [])]
    const spellings = names.map(name => nameWords(name, party.type))
    const candidate: Candidate = { party, spellings }
    mostWords = Math.max(mostWords, ...spellings.map(({ length }) => length))
    for (const word of new Set(spellings.flat())) listOf(byWord, word).push(candidate)
    for (const identifier of [party.registration, party.nationalId])
      if (identifier !== undefined) listOf(byIdentifier, foldRegistration(identifier)).push(candidate)
  }
  const near = createNearWords(byWord.keys())

  /** What each of the words is like; undefined where too few are like anything. */
  function resemble(words: readonly string[], mayHaveMiddleName: boolean) {
    // With more words than anybody has, most of them have no counterpart.
    if (words.length > mostWords + 1) return undefined
    const allowed = (1 - leastFound) * weightOf(words)
    const alike = new Map<string, ReadonlyMap<string, number>>()
    let missing = 0
    let heaviest = 0
    for (const word of words) {
      const counterparts = new Map(
        Array.from(near(word), ([other, errors]) => [other, wordSimilarity(word, other, errors)]),
      )
      alike.set(word, counterparts)
      if (counterparts.size > 0) continue
      missing += wordWeight(word)
      heaviest = Math.max(heaviest, wordWeight(word))
      if (missing - (mayHaveMiddleName ? heaviest : 0) > allowed) return undefined
    }
    return alike
  }

  return {
    find(words, identifiers, mayHaveMiddleName) {
      const found = new Set(identifiers.flatMap(identifier => byIdentifier.get(identifier) ?? []))
      const alike = resemble(words, mayHaveMiddleName)
      if (alike === undefined && found.size === 0) return nobody
      const weights = new Map<Candidate, number>()
      for (const [word, counterparts] of alike ?? []) {
        for (const candidate of new Set([...counterparts.keys()].flatMap(other => byWord.get(other) ?? [])))
          weights.set(candidate, (weights.get(candidate) ?? 0) + wordWeight(word))
      }
      const heaviest = mayHaveMiddleName ? Math.max(0, ...words.map(wordWeight)) : 0
      const enough = leastFound * (weightOf(new Set(words)) - heaviest)
      for (const [candidate, weight] of weights) if (weight >= enough) found.add(candidate)
      return {
        candidates: found,
        likeness: (word, counterpart) => alike?.get(word)?.get(counterpart) ?? 0,
      }
    },
  }
}

const nobody: Candidates = { candidates: [], likeness: () => 0 }

function weightOf(words: Iterable<string>): number {
  let weight = 0
  for (const word of words) weight += wordWeight(word)
  return weight
}
