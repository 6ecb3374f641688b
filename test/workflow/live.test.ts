import { EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'

const baseUrl = process.env.LIVE_BASE_URL
const apiKey = process.env.LIVE_API_KEY
const missing = !baseUrl || !apiKey

/** Only what leaves a service as it was: nothing is created, attached or rescanned. */
describe.skipIf(missing)('a live service (skipped without LIVE_BASE_URL and LIVE_API_KEY)', () => {
  const client = missing ? undefined : new EntityScreening({ apiKey, baseUrl, validation: 'strict' })
  const strange = missing
    ? undefined
    : new EntityScreening({ apiKey: 'certainly-not-a-key', baseUrl, maxRetries: 0 })

  it('lists entities as the specification says', async () => {
    expect(await client?.entities.list()).toBeInstanceOf(Array)
  })

  it('shows the network of the first of them, if there is one', async () => {
    const [entity] = (await client?.entities.list()) ?? []
    if (entity !== undefined) expect((await client?.entities.network(entity))?.nodes).toBeInstanceOf(Array)
  })

  it('searches organizations and persons', async () => {
    expect(await client?.search.organizations({ companyName: 'Siemens AG', country: 'DE' })).toBeInstanceOf(
      Array,
    )
    expect(await client?.search.persons({ fullName: 'Ilse Brandt' })).toBeInstanceOf(Array)
  })

  it('refuses a wrong key with 401', async () => {
    await expect(strange?.entities.list()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
  })

  it('answers 404 for an entity that does not exist', async () => {
    await expect(client?.entities.network('no-such-entity')).rejects.toMatchObject({ name: 'NotFoundError' })
  })
})
