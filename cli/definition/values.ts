import { longestTimer } from '../../src/pacing/sleep.ts'
import { findCountryCode, whyNoCountry } from '../../src/shared/countries/names.ts'
import { readDuration } from '../../src/shared/time.ts'
import { UsageError } from '../usage.ts'

export function wholeNumber(
  flag: string,
  given: string | undefined,
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (/^\d+$/.test(given) && number >= from && number <= to) return number
  const isOpen = to === Number.MAX_SAFE_INTEGER && !(number > to)
  const range = isOpen ? `of at least ${from}` : `from ${from} to ${to}`
  throw new UsageError(`${flag} must be a whole number ${range}, not "${given}"`)
}

/** Milliseconds out of a time such as 30s. */
export function duration(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const milliseconds = readDuration(given)
  if (milliseconds > 0 && milliseconds <= longestTimer) return milliseconds
  throw new UsageError(
    `${flag} must be a time from 1ms to 24d, such as 500ms, 30s, 10m or 2h, not "${given}"`,
  )
}

export function oneOf<const Choice extends string>(
  flag: string,
  given: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find(choice => choice === given)
  if (found === undefined)
    throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not "${given}"`)
  return found
}

export function optionalOneOf<const Choice extends string>(
  flag: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  return given === undefined ? undefined : oneOf(flag, given, choices)
}

/** The 2-letter code of a country that was given by code or name. */
export function country(flag: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const code = findCountryCode(given)
  if (code === undefined) throw new UsageError(`${flag} ${whyNoCountry(given)}`)
  return code
}
