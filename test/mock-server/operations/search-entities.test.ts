import { describe, expect, it } from 'vitest'
import { itNeedsAKey } from '../access.ts'
import { create, createWire, list, refusal, success, type Wire } from '../wire.ts'

const path = '/v1/entities/search'

/** A screened team of four: two of low risk, one of medium and one of high. */
async function screenedTeam(): Promise<Wire> {
  const wire = createWire()
  await create(wire, { name: 'Acme Castings Ltd', countryCode: 'GB' })
  await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
  await create(wire, { name: 'Castings & Söhne', countryCode: 'DE' })
  await create(wire, { type: 'person', name: 'Ingrid Solheim-Fjord', countryCode: 'NO' })
  wire.server.clock.settle()
  return wire
}

async function search(wire: Wire, body?: unknown) {
  return success('searchEntities', await wire.post(path, body)).data
}

async function names(body?: unknown): Promise<string[]> {
  return (await search(await screenedTeam(), body)).map(({ name }) => name)
}

describe('POST /v1/entities/search', () => {
  itNeedsAKey('POST', path, {})

  it('answers 200 with the entities as the list shows them', async () => {
    const wire = await screenedTeam()
    const answer = await wire.post(path, {})
    success('searchEntities', answer)
    expect(answer.body).toEqual({ success: true, data: await list(wire) })
  })

  it('finds all of them without a body', async () => {
    expect(await names()).toHaveLength(4)
    expect(await names('')).toHaveLength(4)
  })

  it.each([
    [{ name: 'castings' }, ['Acme Castings Ltd', 'Castings & Söhne']],
    [{ name: 'SOHNE' }, ['Castings & Söhne']],
    [{ name: 'castings and sohne' }, ['Castings & Söhne']],
    [{ name: 'nobody' }, []],
    [{ type: 'person' }, ['Ingrid Solheim-Fjord']],
    [{ type: 'organization' }, ['Acme Castings Ltd', 'Halfmoon Minerals Oy', 'Castings & Söhne']],
    [{ countryCode: 'FI' }, ['Halfmoon Minerals Oy']],
    [{ countryCode: 'FR' }, []],
    [{ caseStatus: 'NOT_STARTED' }, []],
    [{ riskLevel: 'High Risk' }, ['Halfmoon Minerals Oy']],
    [{ riskLevel: 'high' }, ['Halfmoon Minerals Oy']],
    [{ riskLevel: 'Medium Risk' }, ['Ingrid Solheim-Fjord']],
    [{ riskLevel: 'LOW RISK' }, ['Acme Castings Ltd', 'Castings & Söhne']],
    [{ riskLevel: 'extreme' }, []],
    [{ riskLevel: 'hi riskgh' }, []],
    [{ name: 'castings', countryCode: 'DE', riskLevel: 'low' }, ['Castings & Söhne']],
    [{ name: 'castings', riskLevel: 'high' }, []],
  ])('filters by %j', async (filters, expected) => {
    expect(await names(filters)).toEqual(expected)
  })

  it('finds nothing by a name of signs that no entity has', async () => {
    expect(await names({ name: '!?' })).toEqual([])
  })

  it.each([
    ['%', ['100% Organic Ltd']],
    ['100%', ['100% Organic Ltd']],
    ['100 organic', ['100% Organic Ltd']],
    ['C++', ['C++ Castings']],
    ['c', ['100% Organic Ltd', 'Acme', 'C++ Castings', 'J.P. O’Connor']],
    ['&', ['Müller & Söhne']],
    ['muller + sohne', []],
    ["JP O'Connor", ['J.P. O’Connor']],
    ['Jp oconnor', ['J.P. O’Connor']],
  ])('finds %j where its letters and its telling signs are', async (name, expected) => {
    const wire = createWire()
    for (const name of ['100% Organic Ltd', 'Acme', 'C++ Castings', 'Müller & Söhne', 'J.P. O’Connor'])
      await create(wire, { name })
    expect((await search(wire, { name })).map(found => found.name)).toEqual(expected)
  })

  it('filters by the case status of the moment', async () => {
    const wire = await screenedTeam()
    const [first] = await list(wire)
    wire.server.setCaseStatus(first?.id ?? '', 'ESCALATED')
    expect(await search(wire, { caseStatus: 'ESCALATED' })).toMatchObject([{ id: first?.id }])
    expect(await search(wire, { caseStatus: 'IN_PROGRESS' })).toHaveLength(3)
  })

  it('finds what has no results yet by its hyphen', async () => {
    const wire = await screenedTeam()
    const { id } = await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    expect(await search(wire, { riskLevel: '-' })).toMatchObject([{ id }])
    expect(await search(wire, { riskLevel: 'high' })).toHaveLength(1)
  })

  it.each([
    [{ limit: 2 }, ['Acme Castings Ltd', 'Halfmoon Minerals Oy']],
    [{ offset: 2 }, ['Castings & Söhne', 'Ingrid Solheim-Fjord']],
    [{ limit: 1, offset: 1 }, ['Halfmoon Minerals Oy']],
    [{ limit: 1000, offset: 3 }, ['Ingrid Solheim-Fjord']],
    [{ offset: 4 }, []],
    [{ offset: 9_007_199_254_740_991 }, []],
    [{ name: 'castings', limit: 1, offset: 1 }, ['Castings & Söhne']],
  ])('goes through the found with %j', async (paging, expected) => {
    expect(await names(paging)).toEqual(expected)
  })

  it('gives all of them where no limit is asked for', async () => {
    const wire = createWire()
    const row = { type: 'organization', countryCode: 'GB' }
    const entities = Array.from({ length: 101 }, (_, at) => ({ ...row, name: `Company ${at}` }))
    success('createEntitiesBulk', await wire.post('/v1/entities/bulk', { entities }))
    expect(await search(wire, {})).toHaveLength(101)
    expect(await search(wire, { offset: 100 })).toHaveLength(1)
    expect(await search(wire, { limit: 1000 })).toHaveLength(101)
  })

  // Folding the name anew for each entity would outlast the test's time limit.
  it('comes to an end with a long name and many entities', async () => {
    const wire = createWire()
    const row = { type: 'organization', countryCode: 'GB' }
    const entities = Array.from({ length: 1000 }, (_, at) => ({ ...row, name: `Company ${at}` }))
    success('createEntitiesBulk', await wire.post('/v1/entities/bulk', { entities }))
    expect(await search(wire, { name: 'ab '.repeat(100_000) })).toEqual([])
  })

  it("finds nothing of another team's", async () => {
    const wire = await screenedTeam()
    expect(await search(wire.withNewTeam(), {})).toEqual([])
  })

  it.each([
    [{ name: '' }, 'name must not be blank'],
    [{ country: 'DE' }, 'country is not a field here (did you mean countryCode?)'],
    [
      { constructor: 'x' },
      'constructor is not a field here: there are name, type, countryCode, caseStatus, riskLevel, limit, offset',
    ],
    [{ name: 1 }, 'name must be a string'],
    [{ type: 'ship' }, 'type must be one of "organization", "person"'],
    [{ countryCode: 'Finland' }, 'countryCode must be a 2-letter ISO country code'],
    [{ caseStatus: null }, 'caseStatus must be a string'],
    [{ riskLevel: 1 }, 'riskLevel must be a string'],
    [{ limit: 0 }, 'limit must be at least 1'],
    [{ limit: 1001 }, 'limit must be at most 1000'],
    [{ limit: 1.5 }, 'limit must be a whole number'],
    [{ limit: '10' }, 'limit must be a number'],
    [{ offset: -1 }, 'offset must be at least 0'],
    [{ offset: 0.5 }, 'offset must be a whole number'],
    ['null', 'the body must be an object'],
    ['[]', 'the body must be an object'],
    ['{', 'The body is not valid JSON'],
  ])('refuses %j with 400', async (body, rule) => {
    expect(refusal(400, await createWire().post(path, body))).toContain(rule)
  })
})
