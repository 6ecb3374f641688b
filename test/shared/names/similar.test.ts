import { describe, expect, it } from 'vitest'
import { removeLegalForms } from '../../../mock-server/screening/matching/names.ts'
import { shortenForms } from '../../../src/shared/names/legal-forms.ts'
import { indexNames } from '../../../src/shared/names/similar.ts'

it('names are similar if one is the beginning of the other', () => {
  const names = ['nordwi', 'nordwind', 'nordwinde', 'nordwinds', 'nordwolke', 'nord']
  const index = indexNames(names.map(name => [name, name] as const))
  const similarTo = (name: string) => [...index(name).keys()].sort()
  expect(similarTo('nordwind')).toEqual(['nordwi', 'nordwind', 'nordwinde', 'nordwinds'])
  expect(similarTo('nordwindsbraut')).toEqual(['nordwi', 'nordwind', 'nordwinds'])
  expect(similarTo('nordwi')).toEqual(['nordwi', 'nordwind', 'nordwinde', 'nordwinds'])
  expect(similarTo('nord')).toEqual(['nord'])
})

it('names that begin with the same hundred letters are similar, because no further letters are compared', () => {
  const words = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')
  const index = indexNames([[`${words} north`, 'owner']])
  expect(index(`${words} south`)).toEqual(new Map([['owner', false]]))
})

it.each([
  ['Durand Fils', 'Durand et Fils'],
  ['Hansen Sønner', 'Hansen og Sønner'],
  ['Weber Sohn', 'Weber und Sohn'],
])('%s is similar to %s, because a conjunction may be missing', (one, other) => {
  // By their letters and beginnings they are not alike.
  expect(indexNames([[other, 'owner']])(`${one} Holding`)).toEqual(new Map([['owner', false]]))
})

describe('a legal form', () => {
  it.each([
    ['nordwind gesellschaft mit beschrankter haftung', 'nordwind gmbh'],
    ['nordwind gesellschaft mit beschraenkter haftung', 'nordwind gmbh'],
    ['nordwind besloten vennootschap met beperkte aansprakelijkheid', 'nordwind bv'],
    ['acme s a de c v', 'acme sa de c v'],
    ['limited edition prints limited', 'ltd edition prints ltd'],
    ['unlimited prints', 'unlimited prints'],
  ])('has its short form: %s is %s', (folded, short) => {
    expect(shortenForms(folded)).toBe(short)
  })

  it.each([
    ['acme public joint stock company', 'acme'],
    ['acme sp z oo', 'acme'],
    ['acme co ltd', 'acme'],
    ['gmbh', ''],
  ])('does not distinguish names: %s is %s', (folded, rest) => {
    expect(removeLegalForms(folded).join(' ')).toBe(rest)
  })

  it('makes two names similar, spelled out or not', () => {
    const index = indexNames([['Ærø Værft Aktieselskab', 'owner']])
    expect(index('Aero Vaerft A/S')).toEqual(new Map([['owner', false]]))
  })
})
