import { describe, expect, it } from 'vitest'
import { checksum, createFingerprints } from '../../../src/portfolio/team/fingerprints.ts'

describe('counts kept without their texts', () => {
  it('are 0 for what was never set, and the last one that was', () => {
    const counts = createFingerprints()
    expect(counts.get('a')).toBe(0)
    counts.set('a', 3)
    counts.set('', 5)
    counts.set('a', 0xffff_ffff)
    expect([counts.get('a'), counts.get(''), counts.get('b')]).toEqual([0xffff_ffff, 5, 0])
  })

  it('are each text its own, for a hundred thousand that are much alike', () => {
    const counts = createFingerprints()
    const textOf = (number: number) => `organization\nDE\ncompany ${number}`
    for (let number = 0; number < 100_000; number += 1) {
      counts.set(textOf(number), number + 1)
      counts.set(textOf(number), 7, 1)
    }
    let wrong = 0
    for (let number = 0; number < 100_000; number += 1) {
      const isRight = counts.get(textOf(number)) === number + 1 && counts.get(textOf(number), 1) === 7
      if (!isRight || counts.get(`${textOf(number)} GmbH`) !== 0) wrong += 1
    }
    expect(wrong).toBe(0)
  })

  it('tell texts apart that differ only in order, case, length or NULs', () => {
    const counts = createFingerprints()
    const texts = [
      'ab',
      'ba',
      'AB',
      'a',
      'b',
      'abab',
      '\0',
      '\0\0',
      'a\0',
      '\0a',
      'é',
      'e\u0301',
      '\ud800',
      '\udc00',
    ]
    for (const [index, text] of texts.entries()) counts.set(text, index + 1)
    expect(texts.map(text => counts.get(text))).toEqual(texts.map((_, index) => index + 1))
  })
})

describe('a checksum', () => {
  it('is the same in every process, for journals outlive them', () => {
    expect([checksum(''), checksum('a'), checksum('{"type":"organization","name":"Öl 𝒳"}')]).toEqual([
      1364076727, 795374640, 979927251,
    ])
  })

  it('differs for texts that differ', () => {
    const sums = new Set(Array.from({ length: 10_000 }, (_, number) => checksum(`row ${number}`)))
    expect(sums.size).toBeGreaterThan(9990)
  })
})
