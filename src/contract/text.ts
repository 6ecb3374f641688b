import * as z from 'zod/mini'
import { isCountryCode } from './countries/codes.ts'

/** Text that says something: not blank, and free of lone surrogates, which no UTF-8 body can carry. */
export const text = z.string().check(
  z.refine(value => value.trim() !== '', { error: 'must not be blank', abort: true }),
  z.refine(value => value.isWellFormed(), { error: 'must be well-formed Unicode (it has a lone surrogate)' }),
)

/** True for a day that exists, spelled YYYY-MM-DD. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  // 2021-02-30 rolls over to March in some engines and is invalid in others: the round trip settles it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** A day, YYYY-MM-DD (specification: POST /v1/entities, birthDate). */
export const calendarDate = z
  .string()
  .check(z.refine(isCalendarDate, { error: 'must be a date of the form YYYY-MM-DD' }))

/** A 2-letter ISO country code (specification: POST /v1/entities, countryCode). */
export const countryCode = z
  .string()
  .check(z.refine(isCountryCode, { error: 'must be a 2-letter ISO country code in capitals, such as DE' }))

/** The most characters that a key may have: longer ones are no keys, and headers have limits. */
export const longestKey = 4096

/** What can stand in a header after "Bearer" (specification: Authentication). */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}

/** An absolute http or https address. */
export const webAddress = z
  .string()
  .check(z.refine(isWebAddress, { error: 'must be an absolute http or https URL' }))

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
