import { describe, expect, it } from 'vitest'
import { itNeedsAKey } from '../access.ts'
import { createWire, list, refusal, success } from '../wire.ts'

const path = '/api/search/persons'

async function search(body: unknown) {
  return success('searchPersons', await createWire().post(path, body)).results
}

async function birthDates(body: unknown) {
  return (await search(body)).map(({ birth_date }) => birth_date).toSorted()
}

const ilse = { full_name: 'Ilse Brandtmeier' }
const voss = { full_name: 'Dragomir Vosskov' }
/** The two namesakes. */
const elder = '1958-03-12'
const younger = '1990-06-30'

describe('POST /api/search/persons', () => {
  itNeedsAKey('POST', path, voss)

  it('answers 200 with the profiles, without a wrapper', async () => {
    const answer = await createWire().post(path, ilse)
    success('searchPersons', answer)
    expect(answer.body).toEqual({
      results: [
        {
          first_name: 'Ilse',
          last_name: 'Brandtmeier',
          birth_date: '1961-04-09',
          country: 'Germany',
          country_code: 'DE',
          nationality: 'DE',
          national_id_number: 'L01X00T47',
          profile_image_url: '',
          source_url: expect.stringMatching(/^https:\/\//),
        },
      ],
    })
  })

  it('shows an empty string for what is not known', async () => {
    const [profile] = await search({ full_name: 'Renzo Tanakawa' })
    expect(profile).toMatchObject({ national_id_number: '', profile_image_url: '' })
  })

  it('answers an empty list where nobody is found', async () => {
    const answer = await createWire().post(path, { full_name: 'Nobody Knowswhom' })
    expect(answer).toMatchObject({ status: 200, text: '{"results":[]}' })
  })

  it('creates nothing', async () => {
    const wire = createWire()
    await wire.post(path, voss)
    expect(await list(wire)).toEqual([])
  })

  it('finds no organizations', async () => {
    expect(await search({ full_name: 'Tideglass Logistics GmbH' })).toEqual([])
  })

  it.each([
    { first_name: 'Dragomir', last_name: 'Vosskov' },
    { name: 'Dragomir Vosskov' },
    { full_name: 'Dragomir Vosskov' },
    { full_name: 'VOSSKOV, Dragomir' },
    { full_name: 'Drágomir Vosškov' },
    { full_name: 'Dragomir Vosskov', name: 'Somebody Else', first_name: 'X', last_name: 'Y' },
    { name: 'Dragomir Vosskov', first_name: 'Somebody', last_name: 'Else' },
    { name: 'Dragomir Vosskov', first_name: 'Somebody' },
  ])('finds the namesakes by %j', async body => {
    expect(await birthDates(body)).toEqual([elder, younger])
  })

  it('finds by an alternative name only the party that has it', async () => {
    expect(await birthDates({ full_name: 'Dragomir Voskov' })).toEqual([elder])
  })

  it('finds a person by national ID, whatever the name', async () => {
    expect(await birthDates({ name: 'Somebody Else', national_id_number: 'zx-900117' })).toEqual([elder])
  })

  it.each([
    '1958-03-12',
    '1958-3-12',
    '1958/03/12',
    '1958.03.12',
    '19580312',
    '12.03.1958',
    '12.3.1958',
    '12. 3. 1958',
    '12/03/1958',
    '12-03-1958',
    '03/12/1958',
    '12 March 1958',
    '12 mar 1958',
    '12th March 1958',
    'March 12, 1958',
    'Mar. 12, 1958',
    '12-MAR-1958',
    '1958 March 12',
    ' 1958-03-12 ',
    '1958',
  ])('reads the birth date %j', async birth_date => {
    expect(await birthDates({ ...voss, birth_date })).toEqual([elder])
  })

  it.each(['04/09/1961', '09/04/1961', '4.9.1961', '9-4-1961'])(
    'matches %j both ways: day and month may be either',
    async birth_date => {
      expect(await birthDates({ ...ilse, birth_date })).toEqual(['1961-04-09'])
    },
  )

  it.each(['June 30, 1990', 'June 30 1990', '30 June 1990', 'Jun 30, 1990'])(
    'reads %j, where the month is the first word and has four letters, too',
    async birth_date => {
      expect(await birthDates({ ...voss, birth_date })).toEqual([younger])
    },
  )

  it('finds nobody by a birth date that nobody has', async () => {
    expect(await birthDates({ ...voss, birth_date: '1959' })).toEqual([])
    expect(await birthDates({ ...voss, birth_date: '13.03.1958' })).toEqual([])
  })

  it.each(['soon', '12', '31/02/1961', '1961-13-40', '12 Brumaire 1961', '1961-04-09-10', '19610230', '.'])(
    'refuses the birth date %j with 400',
    async birth_date => {
      const answer = await createWire().post(path, { ...ilse, birth_date })
      expect(refusal(400, answer)).toContain('birth_date must be a date, such as 1961-04-09')
    },
  )

  it.each(['RU', 'rus', 'Russia', 'Russian Federation'])(
    'takes the country and the nationality %j, by code or by name',
    async country => {
      expect(await birthDates({ ...voss, countryCode: country })).toEqual([elder])
      expect(await birthDates({ ...voss, nationality: country })).toEqual([elder])
    },
  )

  it('finds nobody of another country or nationality', async () => {
    expect(await birthDates({ ...voss, countryCode: 'FR' })).toEqual([])
    expect(await birthDates({ ...voss, countryCode: 'RU', nationality: 'BG' })).toEqual([])
  })

  it.each([
    [{}, 'the body must name the person: first_name together with last_name, or full_name, or name'],
    [{ first_name: 'Ilse' }, 'the body must name the person'],
    [{ last_name: 'Brandtmeier' }, 'the body must name the person'],
    [{ birth_date: '1961-04-09' }, 'the body must name the person'],
    ['{ "__proto__": { "full_name": "Ilse" } }', 'the body must name the person'],
    [{ full_name: '' }, 'full_name must not be blank'],
    [{ full_name: null }, 'full_name must be a string'],
    [{ name: 7 }, 'name must be a string'],
    [{ first_name: 'Ilse', last_name: ' ' }, 'last_name must not be blank'],
    [{ ...ilse, birth_date: 1961 }, 'birth_date must be a string'],
    [{ ...ilse, countryCode: 'Atlantis' }, 'countryCode must be a country, by ISO code or name'],
    [{ ...ilse, countryCode: '__proto__' }, 'countryCode must be a country, by ISO code or name'],
    [{ ...ilse, nationality: 'Martian' }, 'nationality must be a country, by ISO code or name'],
    [{ ...ilse, national_id_number: false }, 'national_id_number must be a string'],
    ['"Ilse"', 'the body must be an object'],
    ['', 'The body is missing'],
  ])('refuses %j with 400', async (body, rule) => {
    expect(refusal(400, await createWire().post(path, body))).toContain(rule)
  })
})
