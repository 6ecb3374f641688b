import { describe, expect, it } from 'vitest'
import { foldName, foldRegistration, namesOf, sortWords } from '../../src/model/names/identity.ts'
import { createPrefixIndex } from '../../src/model/names/prefix-index.ts'
import { createNameIndex } from '../../src/model/names/similar.ts'

describe('a folded name', () => {
  it.each([
    ['any run of punctuation is one space', 'Nord -- Wind', 'nord wind'],
    ['plain words stay', 'nord wind 24', 'nord wind 24'],
    ['a space at its end is none', 'nord ', 'nord'],
    ['Latin letters lose their marks', 'Nórd Wíñd', 'nord wind'],
    ['letters of other scripts keep theirs', 'कि', 'कि'],
  ])('%s', (_, name, folded) => {
    expect(foldName(name)).toBe(folded.normalize('NFC'))
  })

  it('has its words in one order', () => {
    expect(sortWords('b a')).toBe(sortWords('a b'))
    expect(sortWords('c b a')).toBe('a b c')
  })

  it('of a registration number has no gaps', () => {
    expect(foldRegistration('HRB -- 12 / 7')).toBe('hrb127')
  })
})

it('the list may show a person by the full name or by its parts, and an organization by its name alone', () => {
  const parts = { firstName: 'Ilse', lastName: 'Brandt' } as const
  expect(namesOf({ type: 'organization', name: 'Nordwind' })).toEqual(['Nordwind'])
  expect(namesOf({ type: 'person', countryCode: 'DE', name: 'I. Brandt', ...parts })).toEqual([
    'I. Brandt',
    'Ilse Brandt',
  ])
})

it('all names that begin with a text are found, and all that it begins with', () => {
  const names = ['nordwi', 'nordwind', 'nordwinde', 'nordwinds', 'nordwolke', 'nord']
  const find = createPrefixIndex(names.map(name => [name, name] as const))
  expect([...find('nordwind')].sort()).toEqual(['nordwi', 'nordwind', 'nordwinde', 'nordwinds'])
  expect([...find('nordwindsbraut')].sort()).toEqual(['nordwi', 'nordwind', 'nordwinds'])
  expect([...find('nordwi')].sort()).toEqual(['nordwi', 'nordwind', 'nordwinde', 'nordwinds'])
})

it.each([
  ['Durand Fils', 'Durand et Fils'],
  ['Hansen Sønner', 'Hansen og Sønner'],
  ['Weber Sohn', 'Weber und Sohn'],
])('%s is like %s, for a joining word may be missing', (one, other) => {
  // By their letters and beginnings they are not alike.
  expect(createNameIndex([[other, 'owner']]).find(`${one} Holding`)).toEqual(new Map([['owner', false]]))
})
