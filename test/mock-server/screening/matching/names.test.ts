import { describe, expect, it } from 'vitest'
import { significantWords, toNameKey } from '../../../../mock-server/screening/matching/names.ts'

describe('the key of a name', () => {
  it.each([
    ['Solheim, Ingrid', 'Ingrid Solheim', 'person'],
    ['Dr. Ingrid Solheim', 'INGRID SOLHEIM', 'person'],
    ['Zsófika Halmosvár', 'Zsofika Halmosvar', 'person'],
    ['Панкратий Дым', 'ДЫМ, Панкратий', 'person'],
    ['Acme GmbH', 'Acme Ltd', 'organization'],
    ['Peat & Turf', 'Turf and Peat', 'organization'],
  ] as const)('is the same for %j and %j', (name, other, type) => {
    expect(toNameKey(name, type)).toBe(toNameKey(other, type))
  })

  it.each([
    ['Ingrid Solheim', 'Ingrid M. Solheim', 'person'],
    ['Ingrid Solheim', 'Ingrid Solhem', 'person'],
    ['Ingrid Solheim', 'Ингрид Сольхейм', 'person'],
    ['GmbH', 'Ltd', 'organization'],
    ['Acme', 'Acme Acme', 'organization'],
  ] as const)('differs for %j and %j', (name, other, type) => {
    expect(toNameKey(name, type)).not.toBe(toNameKey(other, type))
  })
})

describe('the words that tell a name from others', () => {
  it.each([
    ['Dr. Dragomir Vosskov', 'dragomir vosskov'],
    ['Herr Dipl.-Ing. Dragomir Vosskov', 'dragomir vosskov'],
    ['The Right Hon. Dragomir Vosskov', 'right dragomir vosskov'],
    ['Vosskov, Dragomir', 'vosskov dragomir'],
    ['Vosskov, Dragomir, Jr.', 'vosskov dragomir'],
    ['Octave de Montclair-Lys', 'octave montclair lys'],
    ['Tamim al-Barouni-Zahr', 'tamim barouni zahr'],
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
    ['Otterwhistle Peat and Turf', 'otterwhistle peat turf'],
    ['Company Limited', 'company limited'],
  ])('of the organization %j are %j', (name, words) => {
    expect(significantWords(name, 'organization').join(' ')).toBe(words)
  })
})
