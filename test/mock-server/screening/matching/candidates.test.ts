import { describe, expect, it } from 'vitest'
import { createCandidateIndex } from '../../../../mock-server/screening/matching/candidates.ts'
import { computeNameSimilarity, significantWords } from '../../../../mock-server/screening/matching/names.ts'
import { createNearWordFinder } from '../../../../mock-server/screening/matching/near-words.ts'
import { countTypingErrors } from '../../../../mock-server/screening/matching/typing-errors.ts'
import { parseParty, type ScreeningParty } from '../../../../mock-server/screening/party.ts'
import { getUniverse } from '../../../../mock-server/screening/universe/index.ts'

const { parties: universeParties } = getUniverse()

const index = createCandidateIndex(universeParties)

function found(given: ReturnType<typeof createCandidateIndex>, words: string[], identifiers: string[] = []) {
  return Array.from(given.find(words, identifiers, false).candidates, ({ party }) => party)
}

function misspellings(name: string): string[] {
  return Array.from(name, (_, at) => [
    name.slice(0, at) + name.slice(at + 1),
    `${name.slice(0, at)}x${name.slice(at)}`,
    `${name.slice(0, at)}x${name.slice(at + 1)}`,
    `${name.slice(0, at)}${name.slice(at + 1, at + 2)}${name[at]}${name.slice(at + 2)}`,
  ]).flat()
}

describe('the index of candidates', () => {
  it('leaves nobody out whom a comparison would accept', () => {
    const left: string[] = []
    for (const party of universeParties) {
      const words = significantWords(party.name, party.type)
      for (const spelling of misspellings(party.name)) {
        const given = significantWords(spelling, party.type)
        if (computeNameSimilarity(given, words) > 0 && !found(index, given).includes(party))
          left.push(spelling)
      }
    }
    expect(left).toEqual([])
  })

  it('leaves everybody out for words that only some of them have', () => {
    const words = significantWords('International Holding and Trading Company Limited', 'organization')
    expect(found(index, words)).toEqual([])
  })

  it('finds by an identifier alone', () => {
    expect(found(index, [], ['hrb900117']).map(({ key }) => key)).toEqual(['tideglass'])
    expect(found(index, [], ['', '900117'])).toEqual([])
  })

  it('finds by a part of a name for a search', () => {
    const keys = found(index, ['tideglass']).map(({ key }) => key)
    expect(keys).toContain('tideglass')
    expect(keys).toContain('tideglass-holding')
  })

  const keysOf = (others: readonly ScreeningParty[], ...words: string[]) =>
    found(createCandidateIndex(others), words).map(({ key }) => key)

  it('finds a name of many words, none of which tells it alone', () => {
    const name = 'One Two Six Ten Red Sea Ice Oak Elm Ash'
    expect(keysOf([parseParty(`company x | ${name} | GB`)], ...name.toLowerCase().split(' '))).toEqual(['x'])
  })

  it('takes a party without any telling word for what it is', () => {
    const odd = [parseParty('company x | 株式会社 | JP'), parseParty('company y | Ltd | GB')]
    expect(keysOf(odd, '株式会社')).toEqual(['x'])
    expect(keysOf(odd, 'ltd')).toEqual(['y'])
  })

  it('makes nothing of more words than anybody has: what they cost is bounded', () => {
    const words = universeParties
      .slice(0, 20)
      .flatMap(({ name, type }) => significantWords(name, type).slice(0, 1))
    expect(words).toHaveLength(20)
    const { candidates, compareWords: likeness } = index.find(words, [], true)
    expect([...candidates]).toEqual([])
    expect(likeness(words[0] ?? '', words[0] ?? '')).toBe(0)
  })
})

describe('the index of words', () => {
  it('has those that are the same but for one typing error, wherever it is', () => {
    const words = [...new Set(universeParties.flatMap(({ name, type }) => significantWords(name, type)))]
    const near = createNearWordFinder(words)
    const left = words.flatMap(word => {
      const spellings = word.length < 5 ? [word] : [word, ...misspellings(word)]
      return spellings.filter(spelling => near(spelling).get(word) !== countTypingErrors(spelling, word))
    })
    expect(left).toEqual([])
  })

  it('compares a word with a handful of all others', () => {
    const words = [...new Set(universeParties.flatMap(({ name, type }) => significantWords(name, type)))]
    const near = createNearWordFinder(words)
    const most = Math.max(...words.map(word => near(word).size))
    expect(words.length).toBeGreaterThan(400)
    expect(most).toBeLessThan(10)
  })
})
