import { expect, it } from 'vitest'
import { registrationCountry } from '../../src/quirks/registration-country.ts'

it.each([
  ["a person's code moves", 'person', 'FR', null, null, 'FR', ['country_in_registration']],
  [
    "a person's code that the record has too is not kept twice",
    'person',
    'FR',
    'FR',
    null,
    'FR',
    ['country_in_registration'],
  ],
  ['two countries stay as they are', 'person', 'FR', 'DE', 'FR', 'DE', []],
  ["a person's other registration stays", 'person', 'L01X00T47', null, 'L01X00T47', null, []],
  ['letters that are no country stay', 'person', 'ZZ', null, 'ZZ', null, []],
  ["an organization's registration stays", 'organization', 'FR', null, 'FR', null, []],
  ['nothing stays nothing', 'person', null, 'DE', null, 'DE', []],
])('%s', (_, type, registration, countryCode, newRegistration, newCountryCode, quirks) => {
  expect(registrationCountry(type, { registration, countryCode })).toEqual({
    value: { registration: newRegistration, countryCode: newCountryCode },
    quirks,
  })
})
