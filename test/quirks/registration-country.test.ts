import { expect, it } from 'vitest'
import { answering } from '../answering.ts'

it.each([
  ["a person's code moves", 'person', 'FR', '-', null, 'FR'],
  ["a person's code that the record has too is not kept twice", 'person', 'FR', 'FR', null, 'FR'],
  ['two countries stay as they are', 'person', 'FR', 'DE', 'FR', 'DE'],
  ["a person's other registration stays", 'person', 'L01X00T47', '-', 'L01X00T47', null],
  ['letters that are no country stay', 'person', 'ZZ', '-', 'ZZ', null],
  ["an organization's registration stays", 'organization', 'FR', '-', 'FR', null],
  ['nothing stays nothing', 'person', '-', 'DE', null, 'DE'],
])('%s', async (_, type, registration, countryCode, newRegistration, newCountryCode) => {
  const { client } = answering([{ id: 'e1', type, registration, countryCode }])
  const { data, quirks } = await client.entities.list().withResponse()
  expect(data).toMatchObject([{ registration: newRegistration, countryCode: newCountryCode }])
  const hasMoved = quirks.some(({ code }) => code === 'country_in_registration')
  expect(hasMoved).toBe(registration === 'FR' && newRegistration === null)
})
