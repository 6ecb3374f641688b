import { expect, it } from 'vitest'
import { findCountryCode } from '../../../src/shared/countries/lookup.ts'
import { answering } from '../../answering.ts'
import { wireEntity } from '../../resources/streaming.ts'

it('the names of countries are loaded with the first call, and not before', async () => {
  expect(() => findCountryCode('Germany')).toThrow('no names of countries')
  const { client } = answering([{ ...wireEntity, countryCode: 'Austria', registration: '-' }])
  expect((await client.entities.list())[0]?.countryCode).toBe('AT')
  expect(findCountryCode('Germany')).toBe('DE')
})
