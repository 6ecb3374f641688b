import { expect, it } from 'vitest'
import { foldName, sortWords } from '../../src/model/names/identity.ts'

it.each([
  ['Acme', 'acme'],
  ['Acme -- Castings', 'acme castings'],
  ['  Smith & Sons  ', 'smith and sons'],
  ['S.A. Müller', 'sa muller'],
  ['!!!', '!!!'],
])('%j folds to %j', (name, folded) => expect(foldName(name)).toBe(folded))

it.each([
  ['one', 'one'],
  ['a b c', 'a b c'],
  ['b a', 'a b'],
  ['a c b', 'a b c'],
])('the words of %j are sorted to %j', (folded, sorted) => expect(sortWords(folded)).toBe(sorted))
