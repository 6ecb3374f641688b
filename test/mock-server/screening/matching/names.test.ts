import { describe, expect, it } from 'vitest'
import {
  computeNameCoverage,
  computeNameSimilarity,
  computeWordSimilarity,
  significantWords,
} from '../../../../mock-server/screening/matching/names.ts'

function similarity(left: string, right: string): number {
  return computeNameSimilarity(
    significantWords(left, 'organization'),
    significantWords(right, 'organization'),
  )
}

describe('how alike two names are', () => {
  it('is 1 for the same words in any order', () => {
    expect(similarity('Ingrid Solheim', 'Solheim, Ingrid')).toBe(1)
  })

  it('is 0 for words that have nothing in common', () => {
    expect(similarity('Ingrid Solheim', 'Barnaby Quillon')).toBe(0)
  })

  it('is the same in both directions', () => {
    expect(similarity('Tideglass Logistics', 'Tideglass')).toBe(
      similarity('Tideglass', 'Tideglass Logistics'),
    )
  })

  it('falls with every letter that differs', () => {
    const scores = ['Tideglass', 'Tideglas', 'Tideglxs', 'Tidegaz'].map(name => similarity(name, 'Tideglass'))
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
    expect(new Set(scores).size).toBe(4)
    expect(scores.at(-1)).toBe(0)
  })

  it('takes no notice of legal forms', () => {
    expect(similarity('Acme GmbH', 'Acme Ltd')).toBe(1)
    expect(similarity('GmbH', 'Ltd')).toBe(0)
  })

  it('is between 0 and 1 for names of nothing', () => {
    for (const name of ['', ' ', '-', '☕']) {
      const score = similarity(name, 'Acme')
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThan(0.5)
    }
  })
})

it('a part of a name is covered by the whole, not the other way round', () => {
  const [part, whole] = [['tideglass'], ['tideglass', 'logistics']]
  expect(computeNameCoverage(part, whole).similarity).toBe(1)
  expect(computeNameCoverage(whole, part).similarity).toBeLessThan(0.6)
})

describe('the words that tell a name from others', () => {
  it.each([
    ['Dr. Dragomir Vosskov', 'dragomir vosskov'],
    ['Herr Dipl.-Ing. Dragomir Vosskov', 'dragomir vosskov'],
    ['The Right Hon. Dragomir Vosskov', 'right dragomir vosskov'],
    ['Vosskov, Dragomir', 'dragomir vosskov'],
    ['Vosskov, Dragomir, Jr.', 'vosskov dragomir'],
    ['Octave de Montclair-Lys', 'octave montclair lys'],
    ['Tamim al-Barouni-Zahr', 'tamim barouni zahr'],
    ['Драгомир Восков', 'dragomir voskov'],
    ['Щербаков Ёжиков', 'shcherbakov ezhikov'],
    ['Λέανδρος Μυρτιδάκης', 'leandros myrtidakis'],
    ['D. Vosskov', 'd vosskov'],
    ['Dr. Prof.', 'dr prof'],
  ])('of the person %j are %j', (name, words) => {
    expect(significantWords(name, 'person').join(' ')).toBe(words)
  })

  it.each([
    ['The Tideglass Logistics', 'tideglass logistics'],
    ['Tideglass Logistics Gesellschaft mit beschränkter Haftung', 'tideglass logistics'],
    ['Tideglass Logistics G.m.b.H.', 'tideglass logistics'],
    ['Tideglass Logistics Ges.m.b.H.', 'tideglass logistics'],
    ['Moebius Links Aktiengesellschaft', 'moebius links'],
    ['Acme Limited Liability Company', 'acme'],
    ['Acme L.L.C.', 'acme'],
    ['Acme A/S', 'acme'],
    ['Acme Sp. z o.o.', 'acme'],
    ['Acme S.A. de C.V.', 'acme'],
    ['Acme Sdn. Bhd.', 'acme'],
    ['Acme (Pty) Ltd', 'acme'],
    ['ООО Ромашка', 'romashka'],
    ['Otterwhistle Peat and Turf', 'otterwhistle peat turf'],
    ['Company Limited', 'company limited'],
  ])('of the organization %j are %j', (name, words) => {
    expect(significantWords(name, 'organization').join(' ')).toBe(words)
  })
})

it('a word is less like another for each typing error, and the second weighs more', () => {
  expect(computeWordSimilarity('vosskoven', 'vosskoven')).toBe(1)
  expect(computeWordSimilarity('vosskoven', 'vosskowen')).toBeCloseTo(1 - 1 / 9)
  expect(computeWordSimilarity('vosskoven', 'wosskowen')).toBeCloseTo(1 - 4 / 9)
  expect(computeWordSimilarity('vosskoven', 'wosskowem')).toBe(0)
  expect(computeWordSimilarity('vosskov', 'vosskoven')).toBe(0)
  expect(computeWordSimilarity('anna', 'anne')).toBe(0)
})
