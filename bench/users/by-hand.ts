import { EntityScreening } from 'entity-screening-sdk'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The test of the other file, with handlers written by hand, which neither check nor screen.
const baseUrl = 'https://screening.example'
const now = '2025-01-05T09:30:00.000Z'
const entities: { id: string; name: string }[] = []
const interceptor = setupServer(
  http.get(`${baseUrl}/v1/entities`, () => HttpResponse.json(entities.map(toItem))),
  http.post<never, { name: string }>(`${baseUrl}/v1/entities`, async ({ request }) => {
    const { name } = await request.json()
    const entity = { id: String(entities.length).padStart(24, '0'), name }
    entities.push(entity)
    const created = { countryCode: 'DE', caseStatus: 'NOT_STARTED', tags: [], teamId: 'team' }
    const data = { ...entity, ...created, platformId: entity.id, createdAt: now, updatedAt: now }
    return HttpResponse.json({ success: true, data }, { status: 201 })
  }),
)
beforeAll(() => interceptor.listen())
afterAll(() => interceptor.close())

function toItem({ id, name }: { id: string; name: string }) {
  return {
    id,
    name,
    type: 'organization',
    caseStatus: 'NOT_STARTED',
    registration: '-',
    countryCode: 'DE',
    riskLevel: 'Low Risk',
    riskScore: 0,
    platformId: id,
    lastUpdate: 'Jan 5, 2025',
    dueDate: '-',
    createdAt: now,
    updatedAt: now,
  }
}

it('lists what it has created', async () => {
  const client = new EntityScreening({ apiKey: 'key', baseUrl })
  for (let count = 1; count <= 5; count += 1) {
    await client.entities.create({ type: 'organization', name: `Nordlicht ${count} GmbH`, countryCode: 'DE' })
    expect(await client.entities.list()).toHaveLength(count)
  }
})
