import { describe, expect, it } from 'vitest'
import { create, createWire, list, type Wire } from '../wire.ts'

const subjects = [
  { name: 'Acme Castings Ltd', countryCode: 'GB' },
  { name: 'Acme Foundry Ltd', countryCode: 'GB' },
  { name: 'Halfmoon Minerals Oy', countryCode: 'FI' },
  { name: 'Castings & Söhne KG', countryCode: 'DE' },
  { name: 'Paper & Ink', registration: 'No. 7' },
  { name: 'Dragomir Vosskov', type: 'person', birthDate: '1958-03-12' },
  { name: 'Somebody Unremarkable', type: 'person', countryCode: 'AT' },
  { name: '株式会社テスト', countryCode: 'JP' },
]

/** Every byte that a story brings back. */
async function story(wire: Wire): Promise<string[]> {
  const texts = [(await wire.get('/')).text]
  for (const subject of subjects) {
    texts.push((await wire.post('/v1/entities', { type: 'organization', ...subject })).text)
  }
  wire.server.clock.settle()
  for (const { id } of await list(wire)) {
    const document = { document_url: 'https://example.com/a.pdf' }
    texts.push(
      (await wire.get(`/v1/entities/${id}/network`)).text,
      (await wire.post(`/v1/entities/${id}/documents`, document)).text,
      (await wire.put(`/v1/entities/${id}`, { action: 'rescan' })).text,
    )
  }
  texts.push((await wire.get('/v1/entities')).text)
  return texts
}

/** What the server decides about each subject, by name. */
async function decisions(wire: Wire) {
  wire.server.clock.settle()
  const entities = await Promise.all(
    (await list(wire)).map(async ({ id, name, platformId, riskLevel, riskScore }) => {
      const network = await wire.get(`/v1/entities/${id}/network`)
      return [name, { id, platformId, riskLevel, riskScore, network: network.text }] as const
    }),
  )
  return new Map(entities.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

describe('the same seed and the same calls', () => {
  it('give the same bytes', async () => {
    expect(await story(createWire({ seed: 7 }))).toEqual(await story(createWire({ seed: 7 })))
  })

  it('give the same bytes where the seed is the default', async () => {
    expect(await story(createWire())).toEqual(await story(createWire({ seed: 1 })))
  })
})

describe('another seed', () => {
  async function both() {
    const [one, other] = [createWire({ seed: 1 }, { id: 'team' }), createWire({ seed: 2 }, { id: 'team' })]
    for (const wire of [one, other]) for (const subject of subjects) await create(wire, subject)
    return { one: await decisions(one), other: await decisions(other) }
  }

  it('gives other identifiers', async () => {
    const { one, other } = await both()
    for (const [name, { id, platformId }] of one) {
      expect(other.get(name)?.id).not.toBe(id)
      expect(other.get(name)?.platformId).not.toBe(platformId)
    }
  })

  it('gives other invented networks', async () => {
    const { one, other } = await both()
    const names = (network = '') => network.match(/"full_name":"[^"]+"/g)
    expect(names(one.get('Acme Castings Ltd')?.network)).not.toEqual(
      names(other.get('Acme Castings Ltd')?.network),
    )
  })

  it('gives other scores to those against whom there is nothing', async () => {
    const { one, other } = await both()
    const scores = (found: typeof one) => [...found.values()].map(({ riskScore }) => riskScore)
    expect(scores(one)).not.toEqual(scores(other))
  })

  it('gives the same levels: the universe does not change', async () => {
    const { one, other } = await both()
    const levels = (found: typeof one) => [...found.values()].map(({ riskLevel }) => riskLevel)
    expect(levels(one)).toEqual(levels(other))
  })
})

describe('unrelated calls', () => {
  it('change nothing by their order', async () => {
    const [straight, backwards] = [createWire(), createWire()]
    for (const subject of subjects) await create(straight, subject)
    for (const subject of subjects.toReversed()) await create(backwards, subject)
    expect(await decisions(backwards)).toEqual(await decisions(straight))
  })

  it('change nothing by their number', async () => {
    const [alone, busy] = [createWire(), createWire()]
    const [subject] = subjects
    await create(alone, subject ?? {})
    const stranger = busy.withNewTeam()
    for (const other of subjects) await create(stranger, other)
    await busy.post('/api/search/persons', { full_name: 'Dragomir Vosskov' })
    await busy.post('/v1/entities', '{')
    const first = await create(busy, { name: 'Before Ltd' })
    await busy.put(`/v1/entities/${first.id}`, { action: 'rescan' })
    await create(busy, subject ?? {})
    const [name] = [...(await decisions(alone)).keys()]
    expect((await decisions(busy)).get(name ?? '')).toEqual((await decisions(alone)).get(name ?? ''))
  })

  it('change nothing of documents', async () => {
    const [alone, busy] = [createWire(), createWire()]
    const attach = async (wire: Wire, id: string) =>
      (await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a' })).text
    const { id } = await create(alone, { name: 'Acme Castings Ltd' })
    const { id: other } = await create(busy, { name: 'Acme Foundry Ltd' })
    await attach(busy, other)
    await create(busy, { name: 'Acme Castings Ltd' })
    expect(await attach(busy, id)).toBe(await attach(alone, id))
  })

  it('may come in one bulk or one by one', async () => {
    const [bulk, single] = [createWire(), createWire()]
    const rows = subjects.flatMap(({ type = 'organization', name, countryCode }) =>
      type === 'organization' && countryCode ? [{ type, name, countryCode }] : [],
    )
    await bulk.post('/v1/entities/bulk', { entities: rows })
    for (const row of rows) await create(single, row)
    expect(await decisions(bulk)).toEqual(await decisions(single))
  })
})

it('scores a name the same however it is spelled', async () => {
  const wire = createWire()
  const spellings = ['Acme Castings Ltd', 'ACME CASTINGS LTD', 'Acmé  Castings, Ltd']
  for (const name of spellings) await create(wire, { name, countryCode: 'GB' })
  wire.server.clock.settle()
  expect(new Set((await list(wire)).map(({ riskScore }) => riskScore)).size).toBe(1)
})
