import { describe, expect, it } from 'vitest'
import { itNeedsAKey } from '../access.ts'
import { create, createWire, list, only, refusal, success, type Wire } from '../wire.ts'

const path = '/v1/entities/bulk'
const acme = { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB' }
const ilse = {
  type: 'person',
  name: 'Ilse Brandt',
  first_name: 'Ilse',
  last_name: 'Brandt',
  countryCode: 'DE',
}

async function createBulk(wire: Wire, entities: readonly unknown[]) {
  return success('createEntitiesBulk', await wire.post(path, { entities })).data
}

function organizations(count: number) {
  return Array.from({ length: count }, (_, at) => ({ ...acme, name: `Company Number ${at}` }))
}

describe('POST /v1/entities/bulk', () => {
  itNeedsAKey('POST', path, { entities: [acme] })

  it('creates every row and answers 201 with the summary', async () => {
    const wire = createWire()
    const answer = await wire.post(path, { entities: [acme, ilse] })
    success('createEntitiesBulk', answer)
    expect(answer.body).toEqual({ success: true, data: { successCount: 2, errorCount: 0, errors: [] } })
    expect(await list(wire)).toMatchObject([
      { name: 'Acme Castings Ltd', type: 'organization', countryCode: 'GB', caseStatus: 'NOT_STARTED' },
      { name: 'Ilse Brandt', type: 'person', countryCode: 'DE', caseStatus: 'NOT_STARTED' },
    ])
  })

  it('starts the screening of each row', async () => {
    const wire = createWire()
    await createBulk(wire, [acme, { ...acme, name: 'Halfmoon Minerals Oy', countryCode: 'FI' }])
    wire.server.clock.settle()
    expect((await list(wire)).map(({ riskLevel }) => riskLevel)).toEqual(['Low Risk', 'High Risk'])
  })

  it('takes every field of a row', async () => {
    const wire = createWire()
    const person = { ...ilse, birth_date: '1961-04-09', nationality: 'AT', national_id: 'L01', tags: 'vip' }
    const summary = await createBulk(wire, [{ ...acme, registration: 'No. 7', tags: 'supplier' }, person])
    expect(summary.errors).toEqual([])
    expect((await list(wire))[0]?.registration).toBe('No. 7')
  })

  it('screens a person with the birth date and the national ID of the row', async () => {
    const wire = createWire()
    const namesake = { ...ilse, name: 'Dragomir Vosskov', countryCode: 'BG' }
    await createBulk(wire, [
      { ...namesake, birth_date: '1958-03-12' },
      { ...namesake, birth_date: '1990-06-30' },
      { ...namesake, name: 'Somebody Else', national_id: 'ZX-900117' },
    ])
    wire.server.clock.settle()
    const levels = (await list(wire)).map(({ riskLevel }) => riskLevel)
    expect(levels).toEqual(['High Risk', 'Low Risk', 'High Risk'])
  })

  it('creates nothing of an empty list', async () => {
    expect(await createBulk(createWire(), [])).toEqual({ successCount: 0, errorCount: 0, errors: [] })
  })

  it.each([
    [{}, 'entities is required and must be an array'],
    [{ entities: null }, 'entities must be an array'],
    [{ entities: 'acme' }, 'entities must be an array'],
    [{ entities: { 0: acme, length: 1 } }, 'entities must be an array'],
    [{ rows: [acme] }, 'entities is required'],
    [[acme], 'the body must be an object'],
    ['null', 'the body must be an object'],
  ])('refuses the body %j with 400 and creates nothing', async (body, rule) => {
    const wire = createWire()
    expect(refusal(400, await wire.post(path, body))).toContain(rule)
    expect(await list(wire)).toEqual([])
  })
})

describe('the rows of a bulk creation', () => {
  it('are counted from 1, and the good ones are created beside the bad', async () => {
    const wire = createWire()
    const summary = await createBulk(wire, [{ ...acme, name: '' }, acme, { ...acme, type: 'ship' }, ilse, {}])
    expect(summary).toMatchObject({ successCount: 2, errorCount: 3 })
    expect(summary.errors.map(error => error.slice(0, 11))).toEqual([
      'Row 1: name',
      'Row 3: type',
      'Row 5: type',
    ])
    expect((await list(wire)).map(({ name }) => name)).toEqual(['Acme Castings Ltd', 'Ilse Brandt'])
  })

  it('may all be wrong: the answer is 201 all the same', async () => {
    const wire = createWire()
    expect(await createBulk(wire, [{}, {}])).toMatchObject({ successCount: 0, errorCount: 2 })
    expect(await list(wire)).toEqual([])
  })

  it.each([
    [null, 'the row must be an object'],
    ['Acme', 'the row must be an object'],
    [[acme], 'the row must be an object'],
    [{ ...acme, type: undefined }, 'type is required and must be one of "organization", "person"'],
    [{ ...acme, type: '__proto__' }, 'type must be one of "organization", "person"'],
    [{ ...acme, name: undefined }, 'name is required and must be a string'],
    [{ ...acme, name: 12 }, 'name must be a string'],
    [{ ...acme, name: '  ' }, 'name must not be blank'],
    [{ ...acme, countryCode: undefined }, 'countryCode is required and must be a string'],
    [{ ...acme, countryCode: 'Germany' }, 'countryCode must be a 2-letter ISO country code'],
    [{ ...acme, registration: 7 }, 'registration must be a string'],
    [{ ...acme, tags: ['a', 'b'] }, 'tags must be a string'],
    [{ ...acme, tags: null }, 'tags must be a string'],
    [{ ...ilse, first_name: undefined }, 'first_name is required and must be a string'],
    [{ ...ilse, last_name: undefined }, 'last_name is required and must be a string'],
    [{ ...ilse, birth_date: '9.4.1961' }, 'birth_date must be a date such as 1973-05-21'],
    [{ ...ilse, birth_date: '1961-13-01' }, 'birth_date must be a date: there is no such day'],
    [{ ...ilse, nationality: 'German' }, 'nationality must be a 2-letter ISO country code'],
    [{ ...ilse, national_id: 7 }, 'national_id must be a string'],
  ])('are refused alone, with the field and its rule: %j', async (row, rule) => {
    const wire = createWire()
    const summary = await createBulk(wire, [row])
    expect(summary).toMatchObject({ successCount: 0, errorCount: 1 })
    expect(only(summary.errors)).toContain(`Row 1: ${rule}`)
    expect(await list(wire)).toEqual([])
  })

  it('may have fields called __proto__ and constructor, which are unknown fields', async () => {
    const wire = createWire()
    const body = `{ "entities": [{ "__proto__": ${JSON.stringify(acme)} }, { "constructor": 1, "type": "person",
      "name": "Ilse Brandt", "first_name": "Ilse", "last_name": "Brandt", "countryCode": "DE", "__proto__": null }] }`
    const { data } = success('createEntitiesBulk', await wire.post(path, body))
    expect(data).toMatchObject({
      successCount: 1,
      errorCount: 1,
      errors: [expect.stringMatching(/^Row 1: /)],
    })
  })

  it('are accepted up to 1000', async () => {
    const wire = createWire()
    expect(await createBulk(wire, organizations(1000))).toMatchObject({ successCount: 1000, errorCount: 0 })
    expect(await list(wire)).toHaveLength(1000)
  })

  it('are refused as a whole from 1001 on', async () => {
    const wire = createWire()
    const sentence = refusal(400, await wire.post(path, { entities: organizations(1001) }))
    expect(sentence).toContain('entities must have at most 1000 rows')
    expect(await list(wire)).toEqual([])
  })

  it('may all be namesakes: each is an entity of its own', async () => {
    const wire = createWire()
    await createBulk(
      wire,
      Array.from({ length: 1000 }, () => ilse),
    )
    expect(new Set((await list(wire)).map(({ id }) => id)).size).toBe(1000)
  })
})

describe('duplicates in a bulk creation', () => {
  it('are row errors where the team has the organization already', async () => {
    const wire = createWire()
    await create(wire, acme)
    const summary = await createBulk(wire, [acme, ilse])
    expect(summary).toEqual({
      successCount: 1,
      errorCount: 1,
      errors: ['Row 1: organization "Acme Castings Ltd" already exists in the team'],
    })
    expect(await list(wire)).toHaveLength(2)
  })

  it('are row errors where an earlier row names the organization', async () => {
    const summary = await createBulk(createWire(), [acme, ilse, acme, acme])
    expect(summary).toMatchObject({ successCount: 2, errorCount: 2 })
    expect(summary.errors.map(error => error.slice(0, 6))).toEqual(['Row 3:', 'Row 4:'])
  })

  it.each(['ACME CASTINGS LTD', 'Acmé  Castings, Ltd.', 'acme-castings ltd', ' Acme Castings Ltd '])(
    'are found however the name is spelled: %j',
    async name => {
      const summary = await createBulk(createWire(), [acme, { ...acme, name }])
      expect(only(summary.errors)).toBe(`Row 2: organization "${name}" already exists in the team`)
    },
  )

  it.each(['HRB 7', 'hrb 7', 'HRB-7', 'HRB7'])(
    'are found by registration, whatever the name and however it is spelled: %s',
    async registration => {
      const summary = await createBulk(createWire(), [
        { ...acme, registration: 'HRB 7' },
        { ...acme, name: 'Renamed Castings Ltd', registration },
      ])
      expect(only(summary.errors)).toMatch(/^Row 2: .*already exists in the team$/)
    },
  )

  it('are not organizations with the same registration in another country', async () => {
    const summary = await createBulk(createWire(), [
      { ...acme, registration: 'HRB 7' },
      { ...acme, name: 'Other Castings GmbH', countryCode: 'DE', registration: 'HRB 7' },
    ])
    expect(summary.errors).toEqual([])
  })

  it('are not organizations of the same name in another country', async () => {
    const summary = await createBulk(createWire(), [acme, { ...acme, countryCode: 'IE' }])
    expect(summary.errors).toEqual([])
  })

  it('are not persons of the same name', async () => {
    expect(await createBulk(createWire(), [ilse, ilse])).toMatchObject({ successCount: 2, errors: [] })
  })

  it('are not organizations of another team', async () => {
    const wire = createWire()
    await createBulk(wire, [acme])
    expect((await createBulk(wire.withNewTeam(), [acme])).errors).toEqual([])
  })

  it('are not rows after a row that was refused', async () => {
    const summary = await createBulk(createWire(), [{ ...acme, tags: 7 }, acme])
    expect(summary).toMatchObject({ successCount: 1, errors: [expect.stringMatching(/^Row 1: tags/)] })
  })

  it('are not organizations that have a single hyphen for no registration', async () => {
    const summary = await createBulk(createWire(), [
      { ...acme, registration: '-' },
      { ...acme, name: 'Quite Another Ltd', registration: '-' },
    ])
    expect(summary.errors).toEqual([])
  })

  it('are not organizations whose names are different signs', async () => {
    const summary = await createBulk(createWire(), [
      { ...acme, name: '☕☕' },
      { ...acme, name: '★' },
    ])
    expect(summary.errors).toEqual([])
  })
})

describe('the entity limit in a bulk creation', () => {
  it('is answered with 403 where there is no room at all', async () => {
    const wire = createWire({}, { entityLimit: 1 })
    await create(wire, { name: 'One' })
    const sentence = refusal(403, await wire.post(path, { entities: [acme, ilse] }))
    expect(sentence).toBe("The team's entity limit of 1 is reached.")
    expect(await list(wire)).toHaveLength(1)
  })

  it('says nothing to a request without rows', async () => {
    expect((await createBulk(createWire({}, { entityLimit: 0 }), [])).successCount).toBe(0)
  })

  it('makes row errors of the rows beyond it', async () => {
    const wire = createWire({}, { entityLimit: 2 })
    const summary = await createBulk(wire, organizations(4))
    expect(summary).toEqual({
      successCount: 2,
      errorCount: 2,
      errors: [
        "Row 3: the team's entity limit of 2 is reached",
        "Row 4: the team's entity limit of 2 is reached",
      ],
    })
    expect(await list(wire)).toHaveLength(2)
  })

  it('does not count the rows that are refused for something else', async () => {
    const wire = createWire({}, { entityLimit: 2 })
    expect(await createBulk(wire, [{}, acme, acme, ilse])).toMatchObject({ successCount: 2, errorCount: 2 })
  })
})

describe('the tags of a row', () => {
  it.each([
    ['supplier', ['supplier']],
    ['supplier,tier 1', ['supplier', 'tier 1']],
    [' supplier , tier 1,, ', ['supplier', 'tier 1']],
    ['', []],
    [' , ', []],
    [undefined, []],
  ])('are one string, split at its commas: %j', async (tags, expected) => {
    expect(await keptTags(tags)).toEqual(expected)
  })
})

/** No operation shows the tags of an entity that exists: a snapshot does. */
async function keptTags(tags: string | undefined): Promise<readonly string[]> {
  const wire = createWire()
  await createBulk(wire, [{ ...acme, tags }])
  return only(wire.server.snapshot().teams.flatMap(({ entities }) => entities)).tags
}
