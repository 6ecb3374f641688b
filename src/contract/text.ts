import * as z from 'zod/mini'
import { isCountryCode } from '../shared/countries/codes.ts'
import { isInvisible } from '../shared/text/invisible.ts'
import { isBirthDate, isCalendarDate } from '../shared/time.ts'

/** Text that is not blank. Lone surrogates are refused, because UTF-8 cannot encode them. */
export const text = z.string().check(
  z.refine(value => !isInvisible(value), { error: 'must not be blank', abort: true }),
  z.refine(value => value.isWellFormed(), { error: 'must be well-formed Unicode (it has a lone surrogate)' }),
)

/** A day, YYYY-MM-DD (specification: POST /v1/entities, birthDate). */
export const calendarDate = z.string().check(
  z.refine(isCalendarDate, {
    error: ({ input }) =>
      /^\d{4}-\d\d-\d\d$/.test(String(input))
        ? 'must be a date: there is no such day'
        : 'must be a date such as 1973-05-21',
  }),
)

/** A plausible day of birth. Used for inputs only, because the service may return any day. */
export const birthDate = calendarDate.check(
  z.refine(day => !isCalendarDate(day) || isBirthDate(day), { error: 'must be a day from 1800 up to today' }),
)

/** A 2-letter ISO country code (specification: POST /v1/entities, countryCode). */
export const countryCode = z
  .string()
  .check(z.refine(isCountryCode, { error: 'must be a 2-letter ISO country code in capitals, such as DE' }))

/** An absolute http or https URL. */
export const webAddress = z.string().check(
  z.refine(value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an absolute http or https URL',
  }),
)
