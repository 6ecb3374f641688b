import { getOrInsertList } from '../../../src/shared/get-or-insert.ts'
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
    for (const word of new Set(spellings.flat())) getOrInsertList(byWord, word).push(candidate)
    for (const identifier of [party.registration, party.nationalId])
      if (identifier !== undefined)
        getOrInsertList(byIdentifier, foldRegistration(identifier)).push(candidate)
  }
  const near = createNearWords(byWord.keys())

  return {
    find(words, identifiers, mayHaveMiddleName) {
      // With more words than anybody has, most of them have no counterpart.
      const compared = words.length > mostWords + 1 ? [] : words
      const alike = new Map(compared.map(word => [word, near(word)]))
      const weights = new Map<Candidate, number>()
      for (const [word, counterparts] of alike) {
        for (const candidate of new Set([...counterparts.keys()].flatMap(other => byWord.get(other) ?? [])))
          weights.set(candidate, (weights.get(candidate) ?? 0) + wordWeight(word))
      }
      const heaviest = mayHaveMiddleName ? Math.max(0, ...words.map(wordWeight)) : 0
      const enough = leastFound * (weightOf(alike.keys()) - heaviest)
      const found = new Set(identifiers.flatMap(identifier => byIdentifier.get(identifier) ?? []))
      for (const [candidate, weight] of weights) if (weight >= enough) found.add(candidate)
      return {
        candidates: found,
        likeness: (word, counterpart) => {
          const errors = alike.get(word)?.get(counterpart)
          return errors === undefined ? 0 : wordSimilarity(word, counterpart, errors)
        },
      }
    },
  }
}

function weightOf(words: Iterable<string>): number {
  let weight = 0
  for (const word of words) weight += wordWeight(word)
  return weight
}
