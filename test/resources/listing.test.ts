import { expect, it } from 'vitest'
import { namesOf } from '../../src/resources/group-inputs.ts'

it('the list may show a person by the full name or by its parts, and an organization by its name alone', () => {
  const parts = { firstName: 'Ilse', lastName: 'Brandt' } as const
  expect(namesOf({ type: 'organization', name: 'Nordwind' })).toEqual(['Nordwind'])
  expect(namesOf({ type: 'person', countryCode: 'DE', name: 'I. Brandt', ...parts })).toEqual([
    'I. Brandt',
    'Ilse Brandt',
  ])
})
