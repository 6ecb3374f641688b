import { describe, expect, it } from 'vitest'
import { foldName, foldRegistration, sortWords } from '../../../src/shared/names/fold-name.ts'

describe('a folded name', () => {
  it.each([
    ['any run of punctuation is one space', 'Nord -- Wind', 'nord wind'],
    ['plain words stay', 'nord wind 24', 'nord wind 24'],
    ['a space at its end is none', 'nord ', 'nord'],
    ['Latin letters lose their marks', 'Nórd Wíñd', 'nord wind'],
    ['letters of other scripts keep theirs', 'कि', 'कि'],
    ['letters that have no marks are typed as others', 'Đorđe Þórr Ægir Œuvre', 'dorde thorr aegir oeuvre'],
    ['compatible letters are one', 'Ａｃｍｅ Ǆ', 'acme dz'],
    ['& is and', '  Smith & Sons  ', 'smith and sons'],
    ['initials have no gaps', 'J.P. Müller S.p.A.', 'jp muller spa'],
    ['another dot is a gap', 'Nordwind GmbH & Co.KG', 'nordwind gmbh and co kg'],
    ['an apostrophe is nothing', 'O’Brien', 'obrien'],
    ['a name of signs stays', '!!!', '!!!'],
    ['a space without width between two words is one', 'Dragomir\u200bVosskov', 'dragomir vosskov'],
  ])('%s', (_, name, folded) => {
    expect(foldName(name)).toBe(folded.normalize('NFC'))
  })

  it.each(['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u200f'])(
    'does not depend on the invisible character %j',
    invisible => {
      expect(foldName(`Dra${invisible}gomir Vosskov`)).toBe(foldName('Dragomir Vosskov'))
    },
  )

  it.each([
    ['Acme 1', 'Acme 2'],
    ['日本', '中国'],
    ['Иван', 'Ivan'],
    ['☕', '★'],
    ['!', '?'],
  ])('of %j differs from that of %j', (left, right) => {
    expect(foldName(left)).not.toBe(foldName(right))
  })

  it('folds to itself', () => {
    for (const name of ['Müller & Söhne', 'S.p.A.', 'Łódź Ørsted', '☕', 'a.b.c', 'İstanbul', 'О’Брайен'])
      expect(foldName(foldName(name))).toBe(foldName(name))
  })

  it.each(['ﷺ', 'a.', 'ü', 'e\u0301\u0301', "'", '& '])(
    'of 1000 times %j takes milliseconds, because a service allows long names',
    piece => {
      foldName(piece)
      const start = performance.now()
      foldName(piece.repeat(1000))
      expect(performance.now() - start).toBeLessThan(50)
    },
  )

  it.each([
    ['one', 'one'],
    ['a b c', 'a b c'],
    ['b a', 'a b'],
    ['a c b', 'a b c'],
  ])('has sorted words: %j is %j', (folded, sorted) => {
    expect(sortWords(folded)).toBe(sorted)
  })
})

it('a folded registration number has no gaps', () => {
  expect(foldRegistration('HRB -- 12 / 7')).toBe('hrb127')
  expect(foldRegistration(' - ')).toBe('-')
})
