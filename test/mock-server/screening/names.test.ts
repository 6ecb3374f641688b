import { describe, expect, it } from 'vitest'
import { foldName, nameCoverage, nameSimilarity, nameTokens } from '../../../mock-server/screening/names.ts'

function similarity(left: string, right: string): number {
  return nameSimilarity(nameTokens(left), nameTokens(right))
}

describe('folding a name', () => {
  it.each([
    ['Acme', 'ACME'],
    ['Müller & Söhne', 'muller sohne'],
    ['O’Brien', "O'Brien"],
    ['Ａｃｍｅ', 'acme'],
    ['A  B', ' a-b '],
    ['Ǆ', 'DŽ'],
    ['Кровь', 'КРОВЬ'],
  ])('makes %j and %j the same', (left, right) => {
    expect(foldName(left)).toBe(foldName(right))
  })

  it.each([
    ['Acme 1', 'Acme 2'],
    ['日本', '中国'],
    ['Иван', 'Ivan'],
    ['☕', '★'],
    ['!', '?'],
  ])('keeps %j and %j apart', (left, right) => {
    expect(foldName(left)).not.toBe(foldName(right))
  })

  it('folds what is folded to itself', () => {
    for (const name of ['Müller & Söhne', 'S.p.A.', 'Łódź Ørsted', '☕', 'a.b.c', 'İstanbul']) {
      expect(foldName(foldName(name))).toBe(foldName(name))
    }
  })
})

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
    const scores = ['Tideglass', 'Tideglas', 'Tidegla', 'Tideg'].map(name => similarity(name, 'Tideglass'))
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
    expect(new Set(scores).size).toBe(4)
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
  const [part, whole] = [nameTokens('Tideglass'), nameTokens('Tideglass Logistics')]
  expect(nameCoverage(part, whole)).toBe(1)
  expect(nameCoverage(whole, part)).toBeLessThan(0.6)
})
