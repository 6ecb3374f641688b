import { describe, expect, it } from 'vitest'
import { itNeedsAKey } from '../access.ts'
import { create, createWire, list, only, refusal, success } from '../wire.ts'

const path = '/v1/entities'
const acme = { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB' }

describe('POST /v1/entities', () => {
  itNeedsAKey('POST', path, acme)

  it('answers 201 with the nine fields of a created entity', async () => {
    const wire = createWire()
    const { success: told, data } = success('createEntity', await wire.post(path, acme))
    expect(told).toBe(true)
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Acme Castings Ltd',
      countryCode: 'GB',
      caseStatus: 'NOT_STARTED',
      platformId: expect.stringMatching(/^[0-9a-f]{32}$/),
      tags: [],
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
      teamId: wire.teamId,
    })
  })

  it('leaves out what a created entity does not contain', async () => {
    const created = await create(createWire(), acme)
    for (const field of ['type', 'registration', 'riskLevel', 'riskScore', 'lastUpdate', 'dueDate']) {
      expect(created).not.toHaveProperty(field)
    }
  })

  it('starts the screening', async () => {
    const wire = createWire()
    await create(wire, acme)
    wire.server.clock.settle()
    expect(only(await list(wire)).riskLevel).toBe('Low Risk')
  })

  it('takes every field of an organization', async () => {
    const wire = createWire()
    const { id } = await create(wire, { ...acme, registration: 'No. 7' })
    expect(only(await list(wire))).toMatchObject({ ...acme, id, registration: 'No. 7' })
  })

  it('takes every field of a person', async () => {
    const wire = createWire()
    const person = { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' }
    await create(wire, { ...person, birthDate: '1961-04-09', nationalId: 'L01' })
    expect(only(await list(wire))).toMatchObject(person)
  })

  it('needs no more than a name and a type, and shows a hyphen for the country', async () => {
    const created = await create(createWire(), { type: 'person', name: 'Ilse Brandt' })
    expect(created.countryCode).toBe('-')
  })

  it.each([
    ['name', {}, 'name is required and must be a string'],
    ['name', { name: null }, 'name must be a string'],
    ['name', { name: 7 }, 'name must be a string'],
    ['name', { name: ['Acme'] }, 'name must be a string'],
    ['name', { name: '' }, 'name must not be blank'],
    ['name', { name: ' \t\n' }, 'name must not be blank'],
    ['name', { name: '\u200b\u2060\u3164\u2800' }, 'name must not be blank'],
    ['type', { type: undefined }, 'type is required and must be one of "organization", "person"'],
    ['type', { type: 'company' }, 'type must be one of "organization", "person"'],
    ['type', { type: 'Organization' }, 'type must be one of "organization", "person"'],
    ['type', { type: 'constructor' }, 'type must be one of "organization", "person"'],
    ['type', { type: '__proto__' }, 'type must be one of "organization", "person"'],
    ['countryCode', { countryCode: 'Germany' }, 'countryCode must be a 2-letter ISO country code'],
    ['countryCode', { countryCode: 'de' }, 'countryCode must be a 2-letter ISO country code'],
    ['countryCode', { countryCode: 'ZZ' }, 'countryCode must be a 2-letter ISO country code'],
    ['countryCode', { countryCode: '' }, 'countryCode must be a 2-letter ISO country code'],
    ['countryCode', { countryCode: null }, 'countryCode must be a string'],
    ['registration', { registration: 4711 }, 'registration must be a string'],
    ['registration', { registration: ' ' }, 'registration must not be blank'],
    ['birthDate', { birthDate: '09.04.1961' }, 'birthDate must be a date such as 1973-05-21'],
    ['birthDate', { birthDate: '2021-02-29' }, 'birthDate must be a date: there is no such day'],
    ['birthDate', { birthDate: 19_610_409 }, 'birthDate must be a string'],
    ['nationalId', { nationalId: {} }, 'nationalId must be a string'],
  ])('refuses a wrong %s with 400 and creates nothing: %j', async (field, wrong, rule) => {
    const wire = createWire()
    const body = field === 'name' ? { type: 'organization', ...wrong } : { ...acme, ...wrong }
    expect(refusal(400, await wire.post(path, body))).toContain(`Invalid input: ${rule}`)
    expect(await list(wire)).toEqual([])
  })

  it('names every field that is wrong in one sentence', async () => {
    const sentence = refusal(400, await createWire().post(path, { name: '', type: 'x', countryCode: 'xx' }))
    expect(sentence).toMatch(/^Invalid input: name .+; type .+; countryCode .+\.$/)
  })

  it('never repeats a value that it refuses', async () => {
    const body = { type: 'person', name: 'Ilse Brandt', birthDate: 'born in Kiel', nationalId: 12345678 }
    const sentence = refusal(400, await createWire().post(path, body))
    expect(sentence).not.toMatch(/Kiel|12345678|Ilse/)
  })

  it.each(['name', 'registration', 'nationalId'])('refuses a lone surrogate in %s', async field => {
    const wire = createWire()
    const body = JSON.stringify({ type: 'person', name: 'Ilse', [field]: 'Ilse \ud83d' })
    const rule = `${field} must be well-formed Unicode`
    expect(refusal(400, await wire.post(path, body))).toContain(rule)
    expect(await list(wire)).toEqual([])
  })

  it('ignores fields that it does not know', async () => {
    const created = await create(createWire(), { ...acme, id: 'mine', teamId: 'theirs', tags: ['a'] })
    expect(created.id).not.toBe('mine')
    expect(created).toMatchObject({ teamId: expect.stringMatching(/^team-/), tags: [] })
  })

  it('takes fields called __proto__ and constructor for unknown fields', async () => {
    const wire = createWire()
    const own = '"__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } }'
    const body = `{ "type": "person", "name": "Ilse Brandt", ${own} }`
    const { data } = success('createEntity', await wire.post(path, body))
    expect(data.name).toBe('Ilse Brandt')
    expect(Object.keys(data)).not.toContain('polluted')
    expect({}).not.toHaveProperty('polluted')
  })

  it('does not look for a required field inside __proto__', async () => {
    const wire = createWire()
    const body = '{ "__proto__": { "type": "person", "name": "Ilse Brandt" } }'
    expect(refusal(400, await wire.post(path, body))).toContain('name is required')
    expect(await list(wire)).toEqual([])
  })

  it.each(['__proto__', 'constructor', '🐟 株式会社', "O'Brien & Söhne <script>", 'a\u0000b'])(
    'keeps the name %j as it is',
    async name => {
      const wire = createWire()
      expect((await create(wire, { name })).name).toBe(name)
      expect(only(await list(wire)).name).toBe(name)
    },
  )

  it('gives namesakes identifiers of their own', async () => {
    const wire = createWire()
    const first = await create(wire, acme)
    const second = await create(wire, acme)
    expect(second.id).not.toBe(first.id)
    expect(second.platformId).not.toBe(first.platformId)
    expect(await list(wire)).toHaveLength(2)
  })
})

it.each([
  [
    '[error-429] Acme',
    429,
    'Too many requests: the reserved test name [error-429] produces this error.',
    '1',
  ],
  [
    '[error-500] Acme',
    500,
    'Unexpected error: the reserved test name [error-500] produces this error.',
    null,
  ],
  ['[error-503] Acme', 503, 'The service is not available: the reserved test name [error-503]', null],
])('%s is refused with %i', async (name, status, message, wait) => {
  const wire = createWire()
  const answer = await wire.post('/v1/entities', { type: 'organization', name })
  expect(refusal(status, answer)).toContain(message)
  expect(answer.headers.get('retry-after')).toBe(wait)
  expect(await list(wire)).toEqual([])
})

it('a name of 1,001 characters is refused', async () => {
  const wire = createWire()
  const answer = await wire.post('/v1/entities', { type: 'organization', name: 'A'.repeat(1001) })
  expect(refusal(400, answer)).toContain('name')
})

describe('the entity limit', () => {
  it('is answered with 403 once it is reached, and nothing more is created', async () => {
    const wire = createWire({}, { entityLimit: 2 })
    await create(wire, { name: 'One' })
    await create(wire, { name: 'Two' })
    const sentence = refusal(403, await wire.post(path, { type: 'person', name: 'Three' }))
    expect(sentence).toBe("The team's entity limit of 2 is reached.")
    expect((await list(wire)).map(({ name }) => name)).toEqual(['One', 'Two'])
  })

  it('does not count refused bodies', async () => {
    const wire = createWire({}, { entityLimit: 1 })
    refusal(400, await wire.post(path, { type: 'person' }))
    await create(wire, { name: 'One' })
  })

  it('says first what is wrong with a body', async () => {
    refusal(400, await createWire({}, { entityLimit: 0 }).post(path, { type: 'person' }))
  })

  it("is each team's own", async () => {
    const wire = createWire({ entityLimit: 1 })
    await create(wire, { name: 'One' })
    refusal(403, await wire.post(path, acme))
    await create(wire.withNewTeam(), { name: 'One' })
  })
})

describe('duplicate organizations', () => {
  it('are refused with 400 where the server was told so, by folded name and country', async () => {
    const wire = createWire({ behaviour: { duplicateOrganizations: 'reject' } })
    await create(wire, { name: 'Möbius & Co.', countryCode: 'CH' })
    const again = await wire.post(path, { type: 'organization', name: 'MOBIUS  and CO', countryCode: 'CH' })
    expect(refusal(400, again)).toContain('name belongs to an organization that already exists in the team')
    expect(await list(wire)).toHaveLength(1)
  })

  it('are those with the same registration in the same country', async () => {
    const wire = createWire({ behaviour: { duplicateOrganizations: 'reject' } })
    await create(wire, { name: 'First GmbH', countryCode: 'DE', registration: 'HRB 7' })
    const second = { type: 'organization', name: 'Second GmbH', countryCode: 'DE', registration: 'hrb-7' }
    refusal(400, await wire.post(path, second))
  })

  it('are not those of another country or another team, nor persons', async () => {
    const wire = createWire({ behaviour: { duplicateOrganizations: 'reject' } })
    await create(wire, acme)
    await create(wire, { ...acme, countryCode: 'IE' })
    await create(wire, { ...acme, type: 'person' })
    await create(wire, { ...acme, type: 'person' })
    await create(wire.withNewTeam(), acme)
  })
})
