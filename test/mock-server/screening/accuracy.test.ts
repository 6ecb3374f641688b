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
const wrong = judged.filter(({ key, found }) => key !== found)
const right = judged.filter(({ key, found }) => key === found && key !== undefined).length
const hits = judged.filter(({ found }) => found !== undefined).length
const wanted = judged.filter(({ key }) => key !== undefined).length

it('the figures in docs/internals/decisions.md are those of the labelled names', () => {
  const precision = right / hits
  const recall = right / wanted
  const f1 = (2 * precision * recall) / (precision + recall)
  const [of, is, are, most] = [judged.length, precision, recall, f1].map((figure, at) =>
    at === 0 ? String(figure) : figure.toFixed(2),
  )
  const sentence = `Of ${of} labelled names, ${wanted} of which are of the universe: precision ${is}, recall ${are}, F1 ${most}`
  const guide = readFileSync(new URL('../../../docs/internals/decisions.md', import.meta.url), 'utf8')
  const named = wrong.map(({ name, key, found }) => `${name}: ${found}, not ${key}`).join('\n')
  expect(guide.replace(/\s+/g, ' '), `${sentence}\n${named}`).toContain(sentence)
})

it('the labelled names are enough to say something, and none stands there twice', () => {
  expect(labelled.length).toBeGreaterThan(290)
  const lines = labelled.map(({ type, name, countryCode }) => `${type} ${name} ${countryCode}`)
  expect(new Set(lines).size).toBe(lines.length)
})
