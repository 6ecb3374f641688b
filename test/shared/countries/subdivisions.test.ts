import { describe, expect, it } from 'vitest'
import { findCountryCode } from '../../../src/shared/countries/names.ts'

describe('a code of ISO 3166-2', () => {
  it.each([
    ['US-DE', 'US'],
    ['GB-ENG', 'GB'],
    ['DE-BY', 'DE'],
    ['CH-GE', 'CH'],
    ['CA-NL', 'CA'],
    ['AU-SA', 'AU'],
    ['JP-13', 'JP'],
    ['FR-75', 'FR'],
    [' US-NY ', 'US'],
    ['fr-75', 'FR'],
    ['us-de', 'US'],
    ['gb-eng', 'GB'],
  ])('is its country: %s', (text, code) => {
    expect(findCountryCode(text)).toBe(code)
  })

  it.each([
    'DE-FR',
    'DE-AT',
    'CN-HK',
    'CN-TW',
    'US-PR',
    'FR-974',
    'NO-21',
    'DE-DEU',
    'XX-YY',
    'Us-DE',
    'us-DE',
    'de-at',
    'fr-974',
    'es-419',
    'ES-419',
    'US-ABCD',
  ])('is refused if another country may be meant, or if there is no such code: %s', text => {
    expect(findCountryCode(text)).toBeUndefined()
  })

  it.each(['German', 'British'])('is no adjective: %s', text => {
    expect(findCountryCode(text)).toBeUndefined()
  })
})
