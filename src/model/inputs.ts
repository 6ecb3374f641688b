import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import type { Path, QuirkLog } from '../reading/quirk-log.ts'
import { countryName, describeUnknownCountry, findCountryCode } from '../shared/countries/names.ts'
import { hasControls } from '../shared/text/invisible.ts'

export const oneLineCheck = z.refine<string>(value => !hasControls(value), {
  error: 'must not hold a line break or another control character',
})

/**
 * Text without control characters. The client refuses line breaks, because they are usually mistakes in a
 * form or file. The contract allows them, because the service may accept them.
 */
export const oneLineText = text.check(oneLineCheck)

/** A tag. It must not contain a comma, because tags are sent as one comma-separated string. */
export const tag = oneLineText.check(
  z.refine(value => !value.includes(','), { error: 'must not hold a comma' }),
)

/**
 * A country as a 2-letter code, a 3-letter code or a name, in English or eleven other European languages. It
 * is sent as its 2-letter ISO code. A code must be in capitals or in lower case. An ambiguous name, such as
 * `Korea`, is refused. In a runtime without `Intl.DisplayNames`, only codes are accepted.
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

/**
 * One schema for each field of an input; if the input is a union, for each field of all its members. @hidden
 */
export type FieldsOf<Input> = {
  [Name in Input extends Input ? keyof Input : never]-?: z.ZodMiniType<
    Input extends Input ? (Name extends keyof Input ? Input[Name] : never) : never
  >
}

/**
 * The format in which web searches send a country. The specification is contradictory: its text describes a name, but its
 * sample shows a code.
 */
export type CountryFormat = 'code' | 'name'

/** Converts a valid country to the format of the service. */
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
