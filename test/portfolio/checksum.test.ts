import { expect, it } from 'vitest'
import { checksum, createFingerprint } from '../../src/portfolio/checksum.ts'

it('a checksum is the same in every process, for journals outlive them', () => {
  expect([checksum(''), checksum('a'), checksum('{"type":"organization","name":"Öl 𝒳"}')]).toEqual([
    0, 721651713, 2750739330,
  ])
})

it('a checksum differs for texts that differ', () => {
  const texts = Array.from({ length: 10_000 }, (_, number) => [`row ${number}`, `${number} row`]).flat()
  expect(new Set(texts.map(checksum)).size).toBeGreaterThan(19_990)
})

it('a fingerprint is the same for the same text, and another in each run', () => {
  const [one, other] = [createFingerprint(), createFingerprint()]
  expect(one('Ilse Brandt')).toEqual(one('Ilse Brandt'))
  expect(one('Ilse Brandt')).not.toEqual(other('Ilse Brandt'))
  const texts = Array.from({ length: 100_000 }, (_, number) => `row ${number}`)
  const fingerprints = texts.map(one)
  expect(new Set(fingerprints.map(({ first, second }) => `${first} ${second}`)).size).toBe(100_000)
})
