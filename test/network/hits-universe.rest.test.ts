import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type Hit, listHits } from 'entity-screening-sdk/network'
import { expect, it } from 'vitest'
import { getUniverse } from '../../mock-server/screening/universe/index.ts'
import { byRequest } from '../by-request.ts'

const { parties: universeParties } = getUniverse()

interface Universe {
  readonly dialect?: 'documented' | 'sample' | 'mixed'
  readonly isRescanned?: boolean
  readonly isShuffled?: boolean
}

/** The network of every party of the fictional universe, as one dialect has it. */
async function universe({ dialect = 'documented', isRescanned = false, isShuffled = false }: Universe) {
  const server = createMockServer({ dialect })
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://localhost',
    logLevel: 'off',
    fetch: byRequest(async request => {
      const response = await server.fetch(request)
      return isShuffled && request.url.endsWith('/network')
        ? Response.json(turnedRound(await response.json()))
        : response
    }),
  })
  for (const { type, name, countryCode } of universeParties)
    await client.entities.create({ type, name, countryCode })
  server.clock.settle()
  const entities = await client.entities.list()
  if (isRescanned) for (const { id } of entities) await client.entities.rescan(id)
  server.clock.settle()
  const found: Hit[] = []
  for (const { id } of entities) found.push(...listHits(await client.entities.network(id), { entity: id }))
  return found
}

/** All fields, and all members of lists, in another order. */
function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound).reverse()
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, turnedRound(field)])
  return Object.fromEntries(fields.reverse())
}

const facts = ({ key, content, isReadable }: Hit) => ({ key, content, isReadable })

it('the hits of the fictional universe are the same in three dialects, in another order and after a rescan, and have distinct keys', async () => {
  const documented = await universe({})
  expect(documented.length).toBeGreaterThan(100)
  expect(new Set(documented.map(({ key }) => key)).size).toBe(documented.length)
  expect((await universe({ dialect: 'sample' })).map(facts)).toEqual(documented.map(facts))
  expect((await universe({ dialect: 'mixed' })).map(facts)).toEqual(documented.map(facts))
  expect((await universe({ isRescanned: true })).map(facts)).toEqual(documented.map(facts))
  const inOrder = (hits: Hit[]) => hits.map(hit => JSON.stringify(facts(hit))).sort()
  expect(inOrder(await universe({ isShuffled: true }))).toEqual(inOrder(documented))
})
