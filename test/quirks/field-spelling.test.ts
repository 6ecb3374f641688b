import { describe, expect, it } from 'vitest'
import { spellFields } from '../../src/quirks/field-spelling.ts'
import { createFieldNames } from '../../src/reading/field-names.ts'

const names = createFieldNames(['id', 'name', 'country_code', 'sanctions', 'sanctions_json'], ['sanctions'])

it('what is not known is kept, in the order in which it came', () => {
  const { fields, rest } = spellFields({ id: 1, b: 2, a: 3 }, names)
  expect(fields).toMatchObject({ id: 1 })
  expect(Object.entries(rest)).toEqual([
    ['b', 2],
    ['a', 3],
  ])
})

it('a field called __proto__ stays a field', () => {
  const { rest } = spellFields(JSON.parse('{"__proto__":{"polluted":true}}'), names)
  expect(Object.keys(rest)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(rest)).toBe(Object.prototype)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

it.each([
  ['CountryCode', 'country_code'],
  ['COUNTRY-CODE', 'country_code'],
  ['country code', 'country_code'],
  ['Sanctions', 'sanctions'],
  ['sanctionsJSON', 'sanctions_json'],
  ['sanctions-json', 'sanctions_json'],
  ['sanctions_data', 'sanctions'],
  ['sanctions_data_json', 'sanctions'],
  ['name_data', undefined],
  ['data', undefined],
])('%s has the letters of %s', (name, field) => expect(names.withLettersOf(name)).toBe(field))

describe('two spellings of a field', () => {
  it('of a list are joined', () => {
    const { fields } = spellFields(
      { Sanctions: [{ name: 'A' }], sanctions: '[{"name":"B"}]', SANCTIONS: [] },
      names,
    )
    expect(fields).toEqual({ sanctions: [{ name: 'B' }, { name: 'A' }] })
  })

  it('leave the one that says something', () => {
    const { fields, contradicting } = spellFields({ name: '-', Name: 'A', NAME: null }, names)
    expect(fields).toEqual({ name: 'A' })
    expect(contradicting).toEqual([])
  })

  it('that contradict each other are told, and neither is lost', () => {
    const { fields, rest, contradicting } = spellFields({ Name: 'B', name: 'A' }, names)
    expect({ fields, rest }).toEqual({ fields: { name: 'A' }, rest: { Name: 'B' } })
    expect(contradicting).toEqual(['Name'])
  })
})

describe('fields that stand deeper', () => {
  it('are read, and what is not known there is kept', () => {
    const { fields, rest, wrapping } = spellFields({ id: 1, data: { name: 'A', more: 2 } }, names)
    expect({ fields, rest, wrapping }).toEqual({
      fields: { id: 1, name: 'A' },
      rest: { more: 2 },
      wrapping: ['data'],
    })
  })

  it('are spelled in any way there, too', () => {
    const { fields, quirks } = spellFields({ id: 1, data: { Name: 'A' } }, names)
    expect({ fields, quirks }).toEqual({ fields: { id: 1, name: 'A' }, quirks: ['field_spelling'] })
  })

  it('are looked for in no record that has none', () => {
    const { rest, wrapping } = spellFields({ id: 1, data: { more: 2 } }, names)
    expect({ rest, wrapping }).toEqual({ rest: { data: { more: 2 } }, wrapping: [] })
  })

  it('stay where they are if they are about something else', () => {
    const other = { id: 2, name: 'Somebody else' }
    expect(spellFields({ id: 1, name: 'A', entity: other, owner: other }, names)).toMatchObject({
      fields: { id: 1, name: 'A' },
      rest: { entity: other, owner: other },
      wrapping: [],
    })
  })
})
