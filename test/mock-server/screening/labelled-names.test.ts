import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findMatch } from '../../../mock-server/screening/matching/match.ts'
import { getUniverse } from '../../../mock-server/screening/universe/index.ts'
import { entityTypes } from '../../../src/contract/values.ts'

const { parties: universeParties } = getUniverse()

interface Labelled {
  readonly type: (typeof entityTypes)[number]
  readonly name: string
  readonly countryCode: string | undefined
  /** Whom the name is; undefined for nobody. */
  readonly key: string | undefined
}

const labelled = readFileSync(new URL('labelled-names.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map((line, at): Labelled => {
    const [given, name, country, key, ...others] = line.split('|').map(part => part.trim())
    const type = entityTypes.find(known => known === given)
    const isKnown = key === '-' || universeParties.some(party => party.key === key)
    if (type === undefined || !name || !isKnown || others.length > 0)
      throw new Error(`pair ${at + 1}: ${line}`)
    return { type, name, countryCode: country || undefined, key: key === '-' ? undefined : key }
  })

const judged = labelled.map(({ key, ...subject }) => ({
  name: subject.name,
  key,
  found: findMatch(subject)?.party.key,
}))

it('each labelled name is found as the party that it is labelled with, or not at all', () => {
  expect(judged.filter(({ key, found }) => key !== found)).toEqual([])
})

it('the labelled names are enough to say something, and none stands there twice', () => {
  expect(labelled.length).toBeGreaterThan(210)
  const lines = labelled.map(({ type, name, countryCode }) => `${type} ${name} ${countryCode}`)
  expect(new Set(lines).size).toBe(lines.length)
})
