import { expect, it } from 'vitest'
import { findCountryCode } from '../../../src/shared/countries/lookup.ts'
import { answering } from '../../answering.ts'
import { wireEntity } from '../../resources/streaming.ts'

const areLoaded = () => {
  try {
    return findCountryCode('Germany') === 'DE'
  } catch {
    return false
  }
}

// One test, for what is loaded stays so.
it('the names of countries are loaded when the first name comes, and not before', async () => {
  const { client } = answering([wireEntity])
  expect((await client.entities.list())[0]?.countryCode).toBe('DE')
  await client.search.organizations({ companyName: 'Nordwind', country: 'DE' }).catch(() => {})
  expect(areLoaded()).toBe(false)

  const { client: other } = answering([
    wireEntity,
    { ...wireEntity, countryCode: 'Austria', registration: '-' },
  ])
  const { data, quirks } = await other.entities.list().withResponse()
  expect(data.map(({ countryCode }) => countryCode)).toEqual(['DE', 'AT'])
  // What was read before the names were there is not counted twice.
  expect(quirks).toContainEqual({
    code: 'placeholder',
    operation: 'listEntities',
    path: [0, 'dueDate'],
    count: 2,
  })
  expect(areLoaded()).toBe(true)
})
