import { describe, expect, it } from 'vitest'
import { createFingerprint } from '../../src/portfolio/checksum.ts'
import {
  addFingerprint,
  createFingerprintTable,
  findFingerprint,
} from '../../src/portfolio/fingerprint-table.ts'

describe('a table of fingerprints', () => {
  it('numbers them in the order in which they are added, once each', () => {
    const [table, fingerprint] = [createFingerprintTable(), createFingerprint()]
    const fingerprints = Array.from({ length: 20_000 }, (_, number) => fingerprint(`row ${number}`))
    const numbers = fingerprints.map((_, number) => number)
    expect(fingerprints.map(added => addFingerprint(table, added))).toEqual(numbers)
    expect(fingerprints.map(added => addFingerprint(table, added))).toEqual(numbers)
    expect(fingerprints.map(added => findFingerprint(table, added))).toEqual(numbers)
    expect(table.size).toBe(20_000)
    expect(findFingerprint(table, fingerprint('another row'))).toBe(-1)
  })

  it('distinguishes fingerprints that share a half, or a slot', () => {
    const table = createFingerprintTable()
    const halves = [0, 1, 1024, 1025, -1, -1024, 2 ** 31 - 1, -(2 ** 31)]
    const fingerprints = halves.flatMap(first => halves.map(second => ({ first, second })))
    const numbers = fingerprints.map(added => addFingerprint(table, added))
    expect(numbers).toEqual(fingerprints.map((_, number) => number))
    expect(fingerprints.map(added => findFingerprint(table, added))).toEqual(numbers)
    expect(findFingerprint(table, { first: 0, second: 2 })).toBe(-1)
  })
})
