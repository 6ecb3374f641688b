import { type CreateEntityInput, EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { toFullName } from '../../src/shared/names/full-name.ts'
import { repetitions } from '../repetitions.ts'
import { listed, teamOf } from './listed-team.ts'

/** Numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const words =
  wordsOf(`Nordwind Ilse Brandt Müller Søndergård Łukasz O'Brien D’Angelo Straße Señor Ångström Æbleskov Zoë Jean-Luc Müller-Lüdenscheidt
  Ελλάς Ордынка Йошкар 北京 東京 गोदरेज القاهرة ガス Trading Holding 1 22 & and GmbH S.A. Ltd. B.V. K.K. AG Café ﬁn Ｗide`)
const countries: readonly [string | undefined, ...string[]] = [undefined, 'DE', 'AT', 'GB']

function wordsOf(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.split(/\s+/)
  return [first, ...others]
}

type Random = () => number
type Change = (text: string, random: Random) => string

const changes: readonly [Change, ...Change[]] = [
  text => text.toUpperCase(),
  text => text.toLowerCase(),
  text => text.normalize('NFD'),
  text => text.normalize('NFKC'),
  text => text.normalize('NFKD').replace(/([a-z])\p{M}+/giu, '$1'),
  text => text.replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('ł', 'l').replaceAll('Æ', 'AE'),
  text => text.replaceAll('ü', 'ue').replaceAll('ö', 'oe').replaceAll('ä', 'ae').replaceAll('å', 'aa'),
  text => text.replaceAll(/['’]/g, '`'),
  text => text.replaceAll(/['’.]/g, ''),
  text => text.replaceAll('-', ' '),
  text => text.replaceAll('-', ''),
  text => text.replaceAll('&', 'and'),
  text => text.replaceAll(' ', '  '),
  text => text.replaceAll(' ', '\u00a0'),
  text => ` ${text}. `,
  text => `"${text}"`,
  (text, random) =>
    text
      .split(' ')
      .toSorted(() => random() - 0.5)
      .join(', '),
  text => text.split(' ').toReversed().join(' '),
]

function pick<Value>(values: readonly [Value, ...Value[]], random: Random): Value {
  return values[Math.floor(random() * values.length)] ?? values[0]
}

function nameOf(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words, random)).join(' ')
}

function inputOf(random: Random): CreateEntityInput {
  const name = nameOf(random)
  const countryCode = pick(countries, random)
  if (random() < 0.5) return { type: 'person', name, countryCode }
  const registration =
    random() < 0.5 ? undefined : `HRB ${Math.floor(random() * 1000)}-${pick(countries, random)}`
  return { type: 'organization', name, countryCode, registration }
}

/** The input as a service may list it that spells, drops and fills in as it likes. */
function listedLike(input: CreateEntityInput, random: Random) {
  const { type, countryCode = '-' } = input
  const name = input.type === 'organization' ? input.name : toFullName(input)
  const { registration = '-' } = input.type === 'organization' ? input : {}
  let shown = name
  for (let times = Math.floor(random() * 4); times > 0; times -= 1)
    shown = pick(changes, random)(shown, random)
  return listed(shown, {
    type: random() < 0.2 ? type.toUpperCase() : type,
    countryCode: random() < 0.5 ? countryCode : (pick(countries, random) ?? '-'),
    registration: pick(
      [registration, registration.replaceAll(' ', ''), registration.toLowerCase(), '-'],
      random,
    ),
  })
}

describe('whatever the service makes of the spelling', () => {
  it.each([1, 2, 3, 4])('nothing that was created is not done (seed %i)', async seed => {
    const random = createRandom(seed)
    const wrong: unknown[] = []
    for (let run = 0; run < repetitions(500); run += 1) {
      const input = inputOf(random)
      const entity = listedLike(input, random)
      const found = await teamOf(entity).entities.reconcile(input, {
        before: [],
        otherCreations: [],
        recheckDelay: 0,
      })
      if (found.outcome === 'not_done') wrong.push([input, entity.name, entity.registration])
    }
    expect(wrong).toEqual([])
  })

  it.each([5, 6])('none of a few inputs is done of which the list has nothing (seed %i)', async seed => {
    const random = createRandom(seed)
    for (let run = 0; run < repetitions(200); run += 1) {
      const inputs = Array.from({ length: 6 }, () => inputOf(random))
      const created = inputs.filter(() => random() < 0.5)
      const team = teamOf(...created.map(input => listedLike(input, random)))
      const found = await team.entities.reconcile(inputs, { before: [], otherCreations: [], recheckDelay: 0 })
      const done = found.filter(({ outcome }) => outcome === 'done')
      expect(created.filter(input => found[inputs.indexOf(input)]?.outcome === 'not_done')).toEqual([])
      expect(done.length).toBeLessThanOrEqual(created.length)
      const ids = done.flatMap(({ entities }) => entities.map(({ id }) => id))
      expect(ids).toHaveLength(done.length)
      expect(new Set(ids).size).toBe(done.length)
    }
  })
})

describe('a list that catches up', () => {
  it.each([7, 8])(
    'in whatever steps leaves nothing not done that was created (seed %i)',
    { tags: 'long' },
    async seed => {
      const random = createRandom(seed)
      for (let run = 0; run < repetitions(300); run += 1) {
        const inputs = Array.from(
          { length: 6 },
          (_, at): CreateEntityInput => ({ ...inputOf(random), name: `N${at} ${nameOf(random)}` }),
        )
        const created = inputs.filter(() => random() < 0.7)
        const list = created.map(input => listedLike(input, random)).toSorted(() => random() - 0.5)
        let shown = Math.floor(random() * 3)
        const fetch = async () => {
          const response = Response.json(list.slice(0, shown))
          shown += 1 + Math.floor(random() * 3)
          return response
        }
        const client = new EntityScreening({
          apiKey: null,
          baseUrl: 'http://a.example',
          logLevel: 'off',
          fetch,
        })
        const found = await client.entities.reconcile(inputs, {
          before: [],
          otherCreations: [],
          recheckDelay: 1,
        })
        expect(created.filter(input => found[inputs.indexOf(input)]?.outcome === 'not_done')).toEqual([])
      }
    },
  )
})
