import { getOrInsertList } from '../../../src/shared/get-or-insert.ts'
import { foldRegistration } from '../../../src/shared/names/fold-name.ts'
import type { ScreeningParty } from '../party.ts'
import { computeWordSimilarity, significantWords, type WordComparison, wordWeight } from './names.ts'
import { createNearWordFinder } from './near-words.ts'

/** A party with the significant words of its names. */
export interface Candidate {
  readonly party: ScreeningParty
  /** The words of the party's name, and of each of its alternative names. */
  readonly spellings: readonly (readonly string[])[]
}

/** The parties that may match a name, and a function that compares a word of the name with a word of a party's name. */
export interface CandidateSearch {
  readonly candidates: Iterable<Candidate>
  readonly compareWords: WordComparison
}

export interface CandidateIndex {
  /**
   * Finds the parties that have one of the identifiers, or nearly all of the words. If the words may include a middle name, one
   * more word may be missing. The search is very fast for a name without known words, because a long portfolio consists mostly
   * of such names.
   */
  find(words: readonly string[], identifiers: readonly string[], mayHaveMiddleName: boolean): CandidateSearch
}

/**
 * The minimum weighted share of a name's words that must resemble words of a party. The later comparison of the complete names
 * requires a slightly larger share.
 */
const minMatchedShare = 0.8

export function createCandidateIndex(parties: readonly ScreeningParty[]): CandidateIndex {
  const byWord = new Map<string, Candidate[]>()
  const byIdentifier = new Map<string, Candidate[]>()

  let maxWords = 0
  for (const party of parties) {
    const names = [party.name, ...(party.alternativeNames ?? [])]
    const spellings = names.map(name => significantWords(name, party.type))
    const candidate: Candidate = { party, spellings }
    maxWords = Math.max(maxWords, ...spellings.map(({ length }) => length))
    for (const word of new Set(spellings.flat())) getOrInsertList(byWord, word).push(candidate)
    for (const identifier of [party.registration, party.nationalId])
      if (identifier !== undefined)
        getOrInsertList(byIdentifier, foldRegistration(identifier)).push(candidate)
  }
  const findNearWords = createNearWordFinder(byWord.keys())

  return {
    find(words, identifiers, mayHaveMiddleName) {
      // If a name is much longer than the name of any party, its words are not compared.
      const comparedWords = words.length > maxWords + 1 ? [] : words
      const nearWordsByWord = new Map(comparedWords.map(word => [word, findNearWords(word)]))
      const weights = new Map<Candidate, number>()
      for (const [word, counterparts] of nearWordsByWord) {
        for (const candidate of new Set([...counterparts.keys()].flatMap(other => byWord.get(other) ?? [])))
          weights.set(candidate, (weights.get(candidate) ?? 0) + wordWeight(word))
      }
      const maxWordWeight = mayHaveMiddleName ? Math.max(0, ...words.map(wordWeight)) : 0
      const minWeight = minMatchedShare * (sumWeights(nearWordsByWord.keys()) - maxWordWeight)
      const matches = new Set(identifiers.flatMap(identifier => byIdentifier.get(identifier) ?? []))
      for (const [candidate, weight] of weights) if (weight >= minWeight) matches.add(candidate)
      return {
        candidates: matches,
        compareWords: (word, counterpart) => {
          const errors = nearWordsByWord.get(word)?.get(counterpart)
          return errors === undefined ? 0 : computeWordSimilarity(word, counterpart, errors)
        },
      }
    },
  }
}

function sumWeights(words: Iterable<string>): number {
  let weight = 0
  for (const word of words) weight += wordWeight(word)
  return weight
}
