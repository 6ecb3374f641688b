import { expect, it } from 'vitest'
import { checksum } from '../../src/portfolio/checksum.ts'

it('a checksum is the same in every process, for journals outlive them', () => {
  expect([checksum(''), checksum('a'), checksum('{"type":"organization","name":"Öl 𝒳"}')]).toEqual([
    0, 721651713, 2750739330,
  ])
})

it('a checksum differs for texts that differ', () => {
  const texts = Array.from({ length: 10_000 }, (_, number) => [`row ${number}`, `${number} row`]).flat()
  expect(new Set(texts.map(checksum)).size).toBeGreaterThan(19_990)
})
