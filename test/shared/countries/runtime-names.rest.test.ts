import { expect, it } from 'vitest'
import { countryCodes } from '../../../src/shared/countries/codes.ts'
import { findCountryCode } from '../../../src/shared/countries/names.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const tags = letters.flatMap(a => letters.flatMap(b => ['', ...letters].map(c => `${a}${b}${c}`)))

it("the runtime's country names do not mean another country in any language", () => {
  // In Kirundi Guyana is `Guyane`, which is French Guiana in French.
  const wrong = Intl.DisplayNames.supportedLocalesOf(tags).flatMap(language => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return countryCodes.flatMap(code => {
      const name = names.of(code)
      const found = name === undefined ? undefined : findCountryCode(name)
      return found === undefined || found === code || name === 'Guyane'
        ? []
        : [`${language}: ${name} is ${found}`]
    })
  })
  expect(wrong).toEqual([])
})
