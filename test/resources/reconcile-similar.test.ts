import type { BulkEntityInput, CreateEntityInput, ReconcileOptions } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { type ListedEntity, listed, teamOf } from './listed-team.ts'

const company = (name: string, more: object = {}): CreateEntityInput => ({
  type: 'organization',
  name,
  countryCode: 'DE',
  ...more,
})
const human = (name: string, more: object = {}): CreateEntityInput => ({
  type: 'person',
  name,
  countryCode: 'DE',
  ...more,
})
const people = { type: 'person' }

async function outcomeOf(
  input: CreateEntityInput | BulkEntityInput,
  list: ListedEntity[],
  options: Partial<ReconcileOptions> = {},
) {
  const found = await teamOf(...list).entities.reconcile(input, {
    before: [],
    otherCreations: [],
    recheckDelay: 0,
    ...options,
  })
  return found.outcome
}

describe('done: another spelling of the same', () => {
  it.each([
    ['capitals', 'Nordwind GmbH', 'NORDWIND GMBH'],
    ['accents', 'Café Nürnberg', 'Cafe Nurnberg'],
    ['marks that stand alone', 'Café', 'Cafe\u0301'],
    ['ß', 'Straße AG', 'Strasse AG'],
    ['ø, ł, đ, æ and œ', 'Øresund Łódź Đuro Æble Œuvre', 'Oresund Lodz Duro AEble Oeuvre'],
    ['ligatures', 'Griﬃn', 'Griffin'],
    ['apostrophes', "O'Brien’s", 'O’Brien`s'],
    ['an accent for an apostrophe', 'O´Brien', 'OBrien'],
    ['dots of a legal form', 'Amber S.A.', 'Amber SA'],
    ['spaces in a legal form', 'Amber B. V.', 'Amber B.V.'],
    ['a hyphen for a space', 'Nord-Wind GmbH', 'Nord Wind GmbH'],
    ['a hyphen that is gone', 'Nord-Wind GmbH', 'Nordwind GmbH'],
    ['&', 'Miller & Sons', 'Miller and Sons'],
    ['quotes and commas', 'Trader, "Sons" GmbH', 'Trader Sons GmbH'],
    ['width', 'Ｎordwind GmbH', 'Nordwind GmbH'],
    ['a space that does not break', 'Nordwind\u00a0GmbH', 'Nordwind GmbH'],
    ['characters without width', 'Nord\u200bwind GmbH', 'Nordwind GmbH'],
    ['the order of words', 'Brandt, Ilse', 'Ilse Brandt'],
    ['final sigma', 'ΟΔΟΣ', 'οδος'],
    ['nothing but punctuation', '!!!', ' !!! '],
  ])('%s', async (_, given, shown) => {
    expect(await outcomeOf(company(given), [listed(shown)])).toBe('done')
    expect(await outcomeOf(company(shown), [listed(given)])).toBe('done')
  })

  it.each([
    ['a country that was filled in', company('Nordwind', { countryCode: undefined }), listed('Nordwind')],
    ['a country that was dropped', company('Nordwind'), listed('Nordwind', { countryCode: '-' })],
    ['a type in capitals', company('Nordwind'), listed('Nordwind', { type: 'ORGANIZATION' })],
    [
      'a registration number without its space',
      company('Nordwind', { registration: 'HRB 7' }),
      listed('Nordwind', { registration: 'HRB7' }),
    ],
    [
      'a registration number that was filled in',
      company('Nordwind'),
      listed('Nordwind', { registration: 'HRB7' }),
    ],
  ])('%s', async (_, input, entity) => {
    expect(await outcomeOf(input, [entity])).toBe('done')
  })

  it.each(['Ilse Brandt', 'Brandt, Ilse', 'BRANDT Ilse'])(
    'first and last name of a row as "%s"',
    async name => {
      const row: BulkEntityInput = {
        type: 'person',
        firstName: 'Ilse',
        lastName: 'Brandt',
        countryCode: 'DE',
      }
      expect(await outcomeOf(row, [listed(name, people)])).toBe('done')
      expect(await outcomeOf({ ...row, name: 'Dr. I. Brandt' }, [listed(name, people)])).toBe('done')
      expect(await outcomeOf({ ...row, name }, [listed(name, people)])).toBe('done')
    },
  )
})

describe('unknown: something similar', () => {
  it.each([
    ['another country', company('Nordwind'), listed('Nordwind', { countryCode: 'AT' })],
    ['another type', company('Amber'), listed('Amber', people)],
    ['a type of which nothing is known', company('Amber'), listed('Amber', { type: 'trust' })],
    [
      'another registration number',
      company('Nordwind', { registration: 'HRB 7' }),
      listed('Nordwind', { registration: 'HRB 8' }),
    ],
    [
      'another name with the registration number',
      company('Nordwind', { registration: 'HRB 7' }),
      listed('Windkraft Nord', { registration: 'hrb-7' }),
    ],
    ['a legal form that is gone', company('Nordwind GmbH'), listed('Nordwind')],
    ['a legal form that came', company('Nordwind'), listed('Nordwind GmbH')],
    [
      'a legal form that is spelled out',
      company('Nordwind GmbH'),
      listed('Nordwind Gesellschaft mit beschränkter Haftung'),
    ],
    ['Limited for Ltd', company('Amber Private Limited'), listed('Amber Pvt. Ltd.')],
    ['the end cut off', company('Nordwind Turbinen GmbH'), listed('Nordwind Turbin')],
    ['the end that was cut off', company('Nordwind Turbin'), listed('Nordwind Turbinen GmbH')],
    ['an umlaut that is spelled out', company('Jörg Müller KG'), listed('Joerg Mueller KG')],
    ['"and" in another language', company('Müller & Sohn'), listed('Müller und Sohn')],
    ['a middle name', human('Ilse Brandt'), listed('Ilse Maria Brandt', people)],
    ['another order and other gaps', human('Brandt, Ilse-Marie'), listed('IlseMarie Brandt', people)],
    ['marks of another script', company('गोदरेज'), listed('गदरज')],
  ])('%s', async (_, input, entity) => {
    const found = await teamOf(entity).entities.reconcile(input, {
      before: [],
      otherCreations: [],
      recheckDelay: 0,
    })
    expect(found).toMatchObject({ outcome: 'unknown', entities: [{ id: entity.id }] })
  })

  it('without `before` also an organization in another country, or in one that was not given', async () => {
    const list = [listed('Nordwind')]
    const undated = { before: undefined }
    expect(await outcomeOf(company('Nordwind', { countryCode: 'AT' }), list, undated)).toBe('unknown')
    expect(await outcomeOf(company('Nordwind', { countryCode: undefined }), list, undated)).toBe('unknown')
    expect(await outcomeOf(company('Nordwind'), list, undated)).toBe('done')
  })

  it.each([
    ['without a name', listed('')],
    ['with a hyphen for a name', listed('-')],
    ['without a type', listed('Amber', { type: null })],
    ['that is none', {}],
  ])('to all: an entity %s', async (_, entity) => {
    const team = teamOf(listed('Nordwind'), entity)
    const inputs = [company('Nordwind'), human('Ilse Brandt')]
    const found = await team.entities.reconcile(inputs, { before: [], otherCreations: [], recheckDelay: 0 })
    expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'unknown'])
    expect(found[1]?.entities).toHaveLength(1)
  })

  it('but not where it is known to be older', async () => {
    const list = [listed('Nordwind', { countryCode: 'AT' }), listed('')]
    const before = list.map(({ id }) => String(id))
    expect(await outcomeOf(company('Nordwind'), list, { before })).toBe('not_done')
  })
})

describe('another name', () => {
  it.each([
    ['another legal form', company('Nordwind GmbH'), listed('Nordwind AG')],
    ['another first name', human('Ilse Brandt'), listed('Otto Brandt', people)],
    ['one word of many', company('Trader 1 GmbH'), listed('Trader 2 GmbH')],
    ['other letters of another script', company('北京风'), listed('北京雨')],
    ['a beginning of few letters', human('Lina Berg'), listed('Lin', people)],
  ])('is another: %s', async (_, input, entity) => {
    expect(await outcomeOf(input, [entity], { before: undefined })).toBe('not_done')
  })

  it.each([
    ['escaped', "O'Brien Ltd", 'O&#39;Brien Ltd'],
    ['struck out', 'Amber Ltd', 'A**** L**'],
    ['its identifier', 'Amber Ltd', 'e1'],
  ])('may be given by the service to what is new: %s', async (_, name, shown) => {
    const entity = listed(shown)
    const found = teamOf(entity).entities.reconcile(company(name), {
      before: [],
      otherCreations: [],
      recheckDelay: 0,
    })
    expect(await found).toMatchObject({ outcome: 'unknown', entities: [{ id: entity.id }] })
    expect(await outcomeOf(company(name), [listed(shown, { countryCode: 'AT' })])).toBe('not_done')
    expect(await outcomeOf(human(name), [entity])).toBe('not_done')
    expect(await outcomeOf(company(name), [entity], { before: [String(entity.id)] })).toBe('not_done')
  })
})

describe('a list that lacks what was there before', () => {
  it.each([[[]], [[listed('Another GmbH')]]])('decides nothing: %j', async list => {
    const before = [...list.map(({ id }) => String(id)), 'gone']
    expect(await outcomeOf(company('Amber GmbH'), list, { before })).toBe('unknown')
    const whole = list.map(({ id }) => String(id))
    expect(await outcomeOf(company('Amber GmbH'), list, { before: whole })).toBe('not_done')
  })
})

it('a new entity that is like no input leaves each of them unknown: they may have been sent one by one', async () => {
  const inputs = [company('Müller AG'), company('Köhler AG')]
  const found = await teamOf(listed('Somebody Else KG')).entities.reconcile(inputs, {
    before: [],
    otherCreations: null,
    recheckDelay: 0,
  })
  expect(found.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
})

describe('beside a name that a store has spoiled, or that says nothing, nobody is certainly absent', () => {
  it.each(['???', 'M?ller AG', 'M\ufffdller AG', 'MÃ¼ller AG', '!!!', '\u200b', 'N/A', 'null', '[redacted]'])(
    '%j',
    async name => {
      expect(await outcomeOf(company('Müller AG'), [listed(name)])).toBe('unknown')
    },
  )
})

describe('as many as there are inputs', () => {
  const outcomesOf = async (inputs: CreateEntityInput[], list: ListedEntity[]) => {
    const found = await teamOf(...list).entities.reconcile(inputs, {
      before: [],
      otherCreations: [],
      recheckDelay: 0,
    })
    return found.map(({ outcome }) => outcome)
  }
  const [short, long] = [company('Nordwind'), company('Nordwind GmbH')]

  it('are done, each with its own', async () => {
    const found = await teamOf(listed('Nordwind GmbH'), listed('Nordwind')).entities.reconcile(
      [short, long],
      { before: [], otherCreations: [], recheckDelay: 0 },
    )
    expect(found).toMatchObject([
      { outcome: 'done', entities: [{ name: 'Nordwind' }] },
      { outcome: 'done', entities: [{ name: 'Nordwind GmbH' }] },
    ])
  })

  it('are in doubt where one may stand in the list under the name of another', async () => {
    expect(await outcomesOf([short, long], [listed('Nordwind')])).toEqual(['unknown', 'unknown'])
    const twice = [listed('Nordwind'), listed('Nordwind')]
    expect(await outcomesOf([short, long], twice)).toEqual(['unknown', 'unknown'])
  })

  it('are told apart by their registration numbers', async () => {
    const [seven, eight] = ['HRB 7', 'HRB 8'].map(registration => company('Nordwind', { registration }))
    if (seven === undefined || eight === undefined) throw new TypeError('there are two')
    const list = [listed('Nordwind', { registration: 'HRB 7' })]
    expect(await outcomesOf([seven, eight], list)).toEqual(['done', 'unknown'])
  })

  it('are not done, but not undone either, where two share an identifier', async () => {
    const list = [listed('Nordwind', { id: 'same' }), listed('Amber', { id: 'same' })]
    expect(await outcomesOf([company('Nordwind'), company('Amber')], list)).toEqual(['done', 'unknown'])
  })

  it('are not as many because the list holds one twice', async () => {
    const entity = listed('Ilse Brandt', people)
    const inputs = [human('Ilse Brandt'), human('Ilse Brandt')]
    expect(await outcomesOf(inputs, [entity, entity])).toEqual(['unknown', 'unknown'])
    expect(await outcomesOf(inputs, [entity, listed('Ilse Brandt', people)])).toEqual(['done', 'done'])
  })
})
