import { describe, expect, it } from 'vitest'
import { create, createWire, list, refusal, success } from '../wire.ts'

const text = (length: number) => 'n'.repeat(length)
const address = (length: number) => 'https://example.com/'.padEnd(length, 'a')

describe('a text that is kept', () => {
  it.each([
    ['name', { type: 'organization', name: text(1000) }, { type: 'organization', name: text(1001) }],
    [
      'registration',
      { type: 'organization', name: 'Acme', registration: text(1000) },
      { type: 'organization', name: 'Acme', registration: text(1001) },
    ],
    [
      'nationalId',
      { type: 'person', name: 'Acme', nationalId: text(1000) },
      { type: 'person', name: 'Acme', nationalId: text(1001) },
    ],
  ])('has at most 1,000 characters: %s of an entity', async (field, short, long) => {
    const wire = createWire()
    expect((await wire.post('/v1/entities', short)).status).toBe(201)
    expect(refusal(400, await wire.post('/v1/entities', long))).toBe(
      `Invalid input: ${field} must have at most 1000 characters.`,
    )
    expect(await list(wire)).toHaveLength(1)
  })

  it.each(['name', 'first_name', 'last_name', 'national_id', 'tags'])(
    'has at most 1,000 characters: %s of a row, which alone is refused',
    async field => {
      const wire = createWire()
      const row = { type: 'person', name: 'A B', first_name: 'A', last_name: 'B', countryCode: 'DE' }
      const entities = [
        { ...row, [field]: text(1001) },
        { ...row, [field]: text(1000) },
      ]
      const { data } = success('createEntitiesBulk', await wire.post('/v1/entities/bulk', { entities }))
      expect(data).toEqual({
        successCount: 1,
        errorCount: 1,
        errors: [`Row 1: ${field} must have at most 1000 characters`],
      })
    },
  )

  it('has at most 1,000 characters, and an address 2,048: those of a document', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme' })
    const attach = (body: object) => wire.post(`/v1/entities/${id}/documents`, body)
    expect((await attach({ document_url: address(2048), title: text(1000) })).status).toBe(200)
    expect(refusal(400, await attach({ document_url: address(2049) }))).toContain(
      'document_url must have at most 2048 characters',
    )
    expect(refusal(400, await attach({ document_url: address(50), title: text(1001) }))).toContain(
      'title must have at most 1000 characters',
    )
  })

  it('has at most 1,000 characters: a case status and a team of the control API', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme' })
    const set = (caseStatus: string) => wire.post(`/__admin/entities/${id}/case-status`, { caseStatus })
    expect((await set(text(1000))).status).toBe(200)
    expect(refusal(400, await set(text(1001)))).toContain('caseStatus must have at most 1000 characters')
    expect(refusal(400, await wire.post('/__admin/teams', { id: text(1001) }))).toContain('id must have')
  })

  it('has characters, not the units of their encoding', async () => {
    const wire = createWire()
    for (const [count, status] of [
      [1000, 201],
      [1001, 400],
    ] as const) {
      const name = '😀'.repeat(count)
      expect((await wire.post('/v1/entities', { type: 'person', name })).status).toBe(status)
    }
  })

  it.each([1, 5, 11])('is a free text: a limit of %i refuses no type, country or date', async limit => {
    const wire = createWire({ maxTextLength: limit })
    const person = { type: 'person', name: 'A', countryCode: 'DE' }
    for (const body of [
      { type: 'organization', name: 'A', countryCode: 'DE' },
      { ...person, birthDate: '1961-04-09' },
    ])
      expect((await wire.post('/v1/entities', body)).status).toBe(201)
    const row = { ...person, first_name: 'A', last_name: 'B', birth_date: '1961-04-09', nationality: 'DE' }
    const { data } = success('createEntitiesBulk', await wire.post('/v1/entities/bulk', { entities: [row] }))
    expect(data.errors).toEqual([])
    const { id } = await create(wire, { name: 'A' })
    const document = { document_url: address(50), type: 'financial_statement' }
    expect((await wire.post(`/v1/entities/${id}/documents`, document)).status).toBe(200)
    refusal(400, await wire.post('/v1/entities', { ...person, name: text(limit + 1) }))
  })

  it('is measured with its ligatures spelled out, and refused, never cut', async () => {
    const wire = createWire()
    const short = 'ﷺ'.repeat(50)
    expect((await create(wire, { name: short })).name).toBe(short)
    const sentence = 'name must have at most 1000 characters, ligatures spelled out'
    expect(refusal(400, await wire.post('/v1/entities', { type: 'person', name: 'ﷺ'.repeat(60) }))).toBe(
      `Invalid input: ${sentence}.`,
    )
    const entities = [{ type: 'organization', name: 'ﷺ'.repeat(60), countryCode: 'DE' }]
    const { data } = success('createEntitiesBulk', await wire.post('/v1/entities/bulk', { entities }))
    expect(data.errors).toEqual([`Row 1: ${sentence}`])
    await expect(
      wire.server.load({ entities: [{ type: 'organization', name: 'ﷺ'.repeat(60) }] }),
    ).rejects.toThrow(sentence)
  })

  it('has as many as the option says', async () => {
    const wire = createWire({ maxTextLength: 5000 })
    expect((await wire.post('/v1/entities', { type: 'person', name: text(5000) })).status).toBe(201)
    refusal(400, await wire.post('/v1/entities', { type: 'person', name: text(5001) }))
    const { id } = await create(wire, { name: 'Acme' })
    const attached = await wire.post(`/v1/entities/${id}/documents`, { document_url: address(5000) })
    expect(attached.status).toBe(200)
  })
})
