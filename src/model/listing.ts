import { findCountryCode } from '../shared/countries/lookup.ts'
import { foldCase, foldName, sortWords } from '../shared/names/fold-name.ts'
import type { BulkRow } from './bulk.ts'
import type { CreateEntity } from './creation.ts'

/** What creation takes and the list shows again, so that one can be found by the other. */
export interface Listed {
  readonly type: string
  readonly name: string
  readonly countryCode: string | null
}

/** How the list will show what is about to be created. */
export function listedAs(input: CreateEntity | BulkRow): Listed {
  const { type, countryCode = '' } = input
  const [name = ''] = namesOf(input)
  return { type, name, countryCode: findCountryCode(countryCode) ?? null }
}

/** The names under which the list may show it: a person of a bulk creation may have a full name beside its parts. */
export function namesOf(input: CreateEntity | BulkRow): string[] {
  const parts = 'firstName' in input ? [`${input.firstName} ${input.lastName}`] : []
  return input.name === undefined ? parts : [input.name, ...parts]
}

/**
 * One text for all that the list may not distinguish: kind, country, and the folded name, in any order of its words. Persons who
 * differ only in birth date or national ID share it, for the list shows neither.
 */
export function listingKey({ type, name, countryCode }: Listed): string {
  return `${foldCase(type)}\n${countryCode ?? ''}\n${sortWords(foldName(name))}`
}

/** One text for what is spelled alike but for case and spacing: what may pass for a repetition without anybody being asked. */
export function spellingKey({ type, name, countryCode }: Listed): string {
  return `${foldCase(type)}\n${countryCode ?? ''}\n${foldCase(name)}`
}
