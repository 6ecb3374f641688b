import { type Behaviour, createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const key = 'a-secret-key-of-the-team'

/** Sends requests to a new server; resolves to the subject of each. */
async function readSubjects(
  requests: readonly { method?: string; path: string; body?: unknown }[],
  behaviour?: Behaviour,
) {
  const server = createMockServer({ keys: { [key]: 'team-1' }, behaviour })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  await server.load({ entities: [{ id: 'e-1', type: 'organization', name: 'Halfmoon Minerals Oy' }] })
  for (const { method = 'POST', path, body } of requests)
    await server.fetch(`http://x${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const response = await fetchFrom(server, 'http://x/__admin/requests')
  const { data } = await response.json()
  return data.map(({ subject }: { subject: unknown }) => subject)
}

it('the subject is the name of a creation, the names of a bulk, or what a search is for', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({
    type: 'organization',
    name: `Company ${index}`,
    countryCode: 'GB',
  }))
  expect(
    await readSubjects([
      { path: '/v1/entities', body: { type: 'person', name: 'Ilse Brandt' } },
      { path: '/v1/entities/bulk', body: { entities: rows } },
      { path: '/api/search/organizations', body: { company_name: 'Halfmoon', countryCode: 'FI' } },
      { path: '/v1/entities/search', body: { type: 'person' } },
      { method: 'GET', path: '/v1/entities' },
    ]),
  ).toEqual([
    'Ilse Brandt',
    'Company 0, Company 1, Company 2, Company 3, Company 4, 2 more',
    'Halfmoon, FI',
    'person',
    null,
  ])
})

it('the subject is the entity of the path, or why the request was refused', async () => {
  const [network, rescan, creation] = await readSubjects([
    { method: 'GET', path: '/v1/entities/e-1/network' },
    { method: 'PUT', path: '/v1/entities/e-1', body: { action: 'rescan' } },
    { path: '/v1/entities', body: { type: 'person' } },
  ])
  expect([network, rescan]).toEqual(['Halfmoon Minerals Oy', 'Halfmoon Minerals Oy'])
  expect(creation).toMatch(/^Invalid input: name is required/)
})

it('the subject is one line of limited length, and holds no key', async () => {
  const [long, secret] = await readSubjects([
    { path: '/v1/entities', body: { type: 'person', name: 'x'.repeat(500) } },
    { path: '/v1/entities', body: { type: 'person', name: `Ilse ${key}` } },
  ])
  expect(long).toBe(`${'x'.repeat(200)}…`)
  expect(secret).toMatch(/^Ilse /)
  expect(secret).not.toContain(key)
})

it('the subject is the same with a query, a prefix and another member for the text of an error', async () => {
  const requests = [
    { method: 'GET', path: '/v1/entities/e-1/network?x=1' },
    { method: 'PUT', path: '/api/v1/entities/%65-1?y=/', body: { action: 'rescan' } },
    { path: '/v1/entities', body: { type: 'person' } },
  ]
  expect(await readSubjects(requests, { apiV1Prefix: true, errorMember: 'message' })).toEqual([
    'Halfmoon Minerals Oy',
    'Halfmoon Minerals Oy',
    expect.stringContaining('name is required'),
  ])
})
