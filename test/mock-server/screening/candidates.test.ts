import { describe, expect, it } from 'vitest'
import { createCandidateIndex } from '../../../mock-server/screening/candidates.ts'
import { nameSimilarity, nameTokens } from '../../../mock-server/screening/names.ts'
import { organization } from '../../../mock-server/screening/party.ts'
import { parties } from '../../../mock-server/screening/universe/index.ts'

const index = createCandidateIndex(parties)

/** What a comparison with everybody would accept, whatever the index says. */
const acceptable = 0.86

function misspellings(name: string): string[] {
  return Array.from(name, (_, at) => [
    name.slice(0, at) + name.slice(at + 1),
    `${name.slice(0, at)}x${name.slice(at)}`,
    `${name.slice(0, at)}x${name.slice(at + 1)}`,
  ]).flat()
}

describe('the index of candidates', () => {
  it('leaves nobody out whom a comparison would accept, unless both telling words begin wrongly', () => {
    for (const party of parties) {
      const words = nameTokens(party.name)
      for (const spelling of misspellings(party.name)) {
        const given = nameTokens(spelling)
        if (nameSimilarity(given, words) < acceptable || words.length < 2) continue
        const found = Array.from(index.likely(given, []), candidate => candidate.party)
        expect(found, `${spelling} for ${party.name}`).toContain(party)
      }
    }
  })

  it('leaves nearly everybody out for a name of words that others have, too', () => {
    const words = nameTokens('International Holding and Trading Company Limited')
    expect([...index.likely(words, [])].length).toBeLessThan(10)
  })

  it('finds by an identifier alone', () => {
    const [first] = index.likely([], ['hrb900117'])
    expect(first?.party.key).toBe('tideglass')
    expect([...index.likely([], ['', '900117'])]).toEqual([])
  })

  it('finds by a part of a name for a search', () => {
    const found = Array.from(index.possible(['tideglass'], []), ({ party }) => party.key)
    expect(found).toContain('tideglass')
    expect(found).toContain('tideglass-holding')
  })

  it('finds a name of many words, none of which tells it alone', () => {
    const name = 'One Two Six Ten Red Sea Ice Oak Elm Ash'
    const odd = createCandidateIndex([organization('x', name, 'GB')])
    expect(Array.from(odd.likely(nameTokens(name), []), ({ party }) => party.key)).toEqual(['x'])
  })

  it('takes a party without any telling word for what it is', () => {
    const odd = createCandidateIndex([organization('x', '株式会社', 'JP'), organization('y', 'Ltd', 'GB')])
    expect(Array.from(odd.likely(['株式会社'], []), ({ party }) => party.key)).toEqual(['x'])
    expect(Array.from(odd.likely(['ltd'], []), ({ party }) => party.key)).toEqual(['y'])
  })
})
