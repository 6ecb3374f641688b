import { expect, it } from 'vitest'
import { moveRegistrationCountry } from '../../src/quirks/scalar.ts'

it.each([
  ["a person's code moves", 'person', 'FR', null, null, 'FR'],
  ["a person's code that the record has too is not kept twice", 'person', 'FR', 'FR', null, 'FR'],
  ['two countries stay as they are', 'person', 'FR', 'DE', 'FR', 'DE'],
  ["a person's other registration stays", 'person', 'L01X00T47', null, 'L01X00T47', null],
  ['letters that are no country stay', 'person', 'ZZ', null, 'ZZ', null],
  ["an organization's registration stays", 'organization', 'FR', null, 'FR', null],
  ['nothing stays nothing', 'person', null, 'DE', null, 'DE'],
])('%s', (_, type, registration, countryCode, newRegistration, newCountryCode) => {
  const entity = { type, registration, countryCode }
  expect(moveRegistrationCountry(entity)).toBe(registration !== newRegistration)
  expect(entity).toEqual({ type, registration: newRegistration, countryCode: newCountryCode })
})
