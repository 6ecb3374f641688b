import { describe, expect, it } from 'vitest'
import { itNeedsAKey } from '../access.ts'
import { createWire, list, only, refusal, success } from '../wire.ts'

const path = '/api/search/organizations'

async function search(body: unknown) {
  return success('searchOrganizations', await createWire().post(path, body)).results
}

async function names(body: unknown) {
  return (await search(body)).map(({ company_name }) => company_name)
}

describe('POST /api/search/organizations', () => {
  itNeedsAKey('POST', path, { company_name: 'Tideglass' })

  it('answers 200 with the profiles, without a wrapper', async () => {
    const answer = await createWire().post(path, { company_name: 'Tideglass Logistics GmbH' })
    success('searchOrganizations', answer)
    expect(answer.body).toEqual({
      results: [
        {
          company_name: 'Tideglass Logistics GmbH',
          company_registration_number: 'HRB 900117',
          country: 'Germany',
          country_code: 'DE',
          industry: 'Freight',
          website_url: '',
          source_url: expect.stringMatching(/^https:\/\//),
        },
      ],
    })
  })

  it('answers an empty list where nothing is found', async () => {
    const answer = await createWire().post(path, { company_name: 'Acme Castings Ltd' })
    expect(answer).toMatchObject({ status: 200, text: '{"results":[]}' })
  })

  it('creates nothing', async () => {
    const wire = createWire()
    await wire.post(path, { company_name: 'Tideglass' })
    expect(await list(wire)).toEqual([])
  })

  it.each(['tideglass logistics', 'TIDEGLASS LOGISTICS GMBH', 'Tidéglass Logístics', 'Logistics Tideglass'])(
    'finds an organization by %j',
    async company_name => {
      expect(await names({ company_name })).toEqual(['Tideglass Logistics GmbH'])
    },
  )

  it('finds every organization that a part of a name fits', async () => {
    expect((await names({ company_name: 'Tideglass' })).toSorted()).toEqual([
      'Tideglass Holding B.V.',
      'Tideglass Logistics GmbH',
    ])
  })

  it('finds an organization by another of its names', async () => {
    expect(await names({ company_name: 'Krasnaya Nakovalnya' })).toEqual(['Crimson Anvil Armaments JSC'])
  })

  it('finds an organization by its registration number, whatever the name', async () => {
    const body = { company_name: 'Something Else', company_registration_number: 'hrb 900117' }
    expect(await names(body)).toEqual(['Tideglass Logistics GmbH'])
  })

  it('finds no persons', async () => {
    expect(await names({ company_name: 'Dragomir Vosskov' })).toEqual([])
  })

  it.each(['DE', 'de', 'DEU', 'Germany', 'germany', 'Deutschland', 'Federal Republic of Germany'])(
    'takes the country %j, by code or by name',
    async countryCode => {
      expect(await names({ company_name: 'Tideglass', countryCode })).toEqual(['Tideglass Logistics GmbH'])
    },
  )

  it('finds nothing in another country', async () => {
    expect(await names({ company_name: 'Tideglass', countryCode: 'France' })).toEqual([])
  })

  it('narrows by industry', async () => {
    expect(await names({ company_name: 'Tideglass', industry: 'freight' })).toEqual([
      'Tideglass Logistics GmbH',
    ])
    expect(await names({ company_name: 'Tideglass', industry: 'Mining' })).toEqual([])
  })

  it('finds nothing in an industry of signs', async () => {
    expect(await names({ company_name: 'Tideglass', industry: '--' })).toEqual([])
  })

  it('tells the same to every team', async () => {
    const wire = createWire()
    const body = { company_name: 'Tideglass' }
    expect((await wire.post(path, body)).text).toBe((await wire.withNewTeam().post(path, body)).text)
  })

  it('names a country that has no short code in the query by its English name', async () => {
    expect(only(await search({ company_name: 'Goldfinch Agro' }))).toMatchObject({
      country: "Côte d'Ivoire",
      country_code: 'CI',
    })
  })

  it.each([
    [{}, 'company_name is required and must be a string'],
    [{ company_name: '' }, 'company_name must not be blank'],
    [{ company_name: null }, 'company_name must be a string'],
    [{ company_name: ['Tideglass'] }, 'company_name must be a string'],
    [{ name: 'Tideglass' }, 'company_name is required'],
    [
      { company_name: 'A', company_registration_number: 900_117 },
      'company_registration_number must be a string',
    ],
    [{ company_name: 'A', countryCode: 'Atlantis' }, 'countryCode must be a country, by ISO code or name'],
    [{ company_name: 'A', countryCode: 'ZZ' }, 'countryCode must be a country, by ISO code or name'],
    [{ company_name: 'A', countryCode: '__proto__' }, 'countryCode must be a country, by ISO code or name'],
    [{ company_name: 'A', countryCode: 'constructor' }, 'countryCode must be a country, by ISO code or name'],
    [{ company_name: 'A', countryCode: 49 }, 'countryCode must be a string'],
    [{ company_name: 'A', industry: '' }, 'industry must not be blank'],
    ['{ "__proto__": { "company_name": "Tideglass" } }', 'company_name is required'],
    ['[]', 'the body must be an object'],
    ['', 'The body is missing'],
  ])('refuses %j with 400', async (body, rule) => {
    expect(refusal(400, await createWire().post(path, body))).toContain(rule)
  })
})
