import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import type { Path, QuirkLog } from '../reading/quirk-log.ts'
import { countryName, describeUnknownCountry, findCountryCode } from '../shared/countries/names.ts'
import { hasControls } from '../shared/text/invisible.ts'

export const oneLineCheck = z.refine<string>(value => !hasControls(value), {
  error: 'must not hold a line break or another control character',
})

/**
 * A text without line breaks, which are mistakes of a form or a file. Whether the service refuses them is not documented, so this is
 * not part of the contract.
 */
export const oneLineText = text.check(oneLineCheck)

/**
 * A country as people give it: 2-letter code, 3-letter code or name, in English and eleven other European languages. It is
 * sent as its 2-letter ISO code. A code is in capitals or in small letters: `Nga` is a word. A name that could be two
 * countries, such as `Korea`, is refused. A runtime without `Intl.DisplayNames` takes codes alone.
 *
 * @example
 * const spellings: Country[] = ['DE', 'DEU', 'Germany', 'Deutschland', 'Korea, South', 'Slovak Republic']
 */
export type Country = string

export const countryInput = z.string().check(
  z.refine(value => findCountryCode(value) !== undefined, {
    error: ({ input }) => describeUnknownCountry(String(input)),
  }),
)

export const optionalText = z.optional(oneLineText)
export const optionalCountry = z.optional(countryInput)

/** The schemas of an input: one for each field of its interface, or of the interfaces of a union, and no other. @hidden */
export type FieldsOf<Input> = {
  [Name in Input extends Input ? keyof Input : never]-?: z.ZodMiniType<
    Input extends Input ? (Name extends keyof Input ? Input[Name] : never) : never
  >
}

/** How a country is sent to the web searches: the specification has a name in the text, and a code in the sample. */
export type CountryFormat = 'code' | 'name'

/** Writes a country, which {@link countryInput} has checked, in the format of the service. */
export function encodeCountry(
  country: string | undefined,
  log: QuirkLog,
  path: Path,
  format: CountryFormat = 'code',
): string | undefined {
  if (country === undefined) return undefined
  const code = findCountryCode(country)
  if (code !== country) log.report('country_spelling', path.slice(0, -1), path.at(-1))
  return code !== undefined && format === 'name' ? countryName(code) : code
}
