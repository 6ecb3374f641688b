import { expect, it } from 'vitest'
import { spellPersonFields } from '../../src/model/inputs.ts'

const person = { birthDate: '1961-04-09', nationalId: 'L01' }

it.each([
  ['createEntity', { birthDate: '1961-04-09', nationalId: 'L01' }],
  ['createEntitiesBulk', { birth_date: '1961-04-09', national_id: 'L01' }],
  ['searchPersons', { birth_date: '1961-04-09', national_id_number: 'L01' }],
] as const)('%s has its own spelling', (operation, spelled) => {
  expect(spellPersonFields(operation, person)).toEqual(spelled)
})
