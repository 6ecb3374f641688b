import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import type { Open } from '../contract/values.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import type { CountryCode } from '../shared/countries/codes.ts'
import { countryName, describeUnknownCountry, findCountryCode } from '../shared/countries/names.ts'
import { hasControls } from '../shared/text/invisible.ts'

export const isOneLine = z.refine<string>(value => !hasControls(value), {
  error: 'must not hold a line break or another control character',
})

/**
 * A text that callers give. A line break in it is a mistake of a form or a file; that the service refuses it is not shown, so
 * this is no part of the contract.
 */
export const oneLine = text.check(isOneLine)

/**
 * A country as people give it: 2-letter code, 3-letter code or name, in English and eleven other European languages. It is
 * sent as its 2-letter ISO code. A code is in capitals or in small letters: `Nga` is a word. A name that could be two
 * countries, such as `Korea`, is refused. A runtime without `Intl.DisplayNames` takes codes alone.
 *
 * @example
 * const spellings: Country[] = ['DE', 'DEU', 'Germany', 'Deutschland', 'Korea, South', 'Slovak Republic']
 */
export type Country = Open<CountryCode>

/** The schema of a {@link Country}, by whose name declarations need not repeat 250 codes (specification: POST /v1/entities). */
export interface CountryInput extends z.ZodMiniType<Country, string> {}

export const countryInput: CountryInput = z.string().check(
  z.refine(value => findCountryCode(value) !== undefined, {
    error: ({ input }) => describeUnknownCountry(String(input)),
  }),
)

export const optionalText = z.optional(oneLine)
export const optionalCountry = z.optional(countryInput)

/** What fields take, with their comments: a declaration has none of those that stand in a schema. @hidden */
export type InputOf<Fields extends z.core.$ZodShape> = z.infer<z.ZodMiniObject<Fields>>

/** How the web searches are sent a country: the specification says a name, its sample shows a code. */
export type CountryFormat = 'code' | 'name'

/** A country that was given, and checked by {@link countryInput}, in the format that the service at hand wants. */
export function encodeCountry(
  given: string | undefined,
  log: QuirkLog,
  path: Path,
  format: CountryFormat = 'code',
): string | undefined {
  if (given === undefined) return undefined
  const code = findCountryCode(given)
  if (code !== given) log.report('country_spelling', path.slice(0, -1), path.at(-1))
  return code !== undefined && format === 'name' ? countryName(code) : code
}
