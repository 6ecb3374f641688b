import { findCountryCode } from '../contract/country-names.ts'
import type { BulkRow } from './bulk.ts'
import type { CreateEntity } from './entity.ts'

/** What creation takes and the list shows again, so that one can be found by the other. */
export interface Listed {
  readonly type: string
  readonly name: string
  readonly countryCode: string | null
}

/** How the list will show what is about to be created. */
export function listedAs(input: CreateEntity | BulkRow): Listed {
  const { type, countryCode = '' } = input
  return { type, name: nameOf(input), countryCode: findCountryCode(countryCode) ?? null }
}

function nameOf(input: CreateEntity | BulkRow): string {
  return input.name ?? ('firstName' in input ? `${input.firstName} ${input.lastName}` : '')
}

/**
 * One text for all that the list cannot tell apart: kind, country, and the name without regard to case and spacing. Persons who
 * differ only in birth date or national ID share it, for the list shows neither.
 */
export function listingKey({ type, name, countryCode }: Listed): string {
  return `${type}\n${countryCode ?? ''}\n${foldName(name)}`
}

/** A name without regard to case, spacing and compatible spellings of the same letters. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
