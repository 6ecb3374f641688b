import { findCountryCode } from '../../contract/countries/lookup.ts'
import { spellPlainly } from '../../contract/words/letters.ts'
import type { BulkRow } from '../bulk.ts'
import type { CreateEntity } from '../creation.ts'

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

/** What a key says of the name alone: the folded words in one order. */
export function nameOfKey(key: string): string {
  return key.slice(key.indexOf('\n', key.indexOf('\n') + 1) + 1)
}

/** One text for what is spelled alike but for case and spacing: what may pass for a repetition without anybody being asked. */
export function spellingKey({ type, name, countryCode }: Listed): string {
  return `${foldCase(type)}\n${countryCode ?? ''}\n${foldCase(name)}`
}

/** A text without regard to case, spacing and compatible spellings of the same letters. */
export function foldCase(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  // Most texts have single spaces only.
  return /[^\S ]|^ | {2}| $/.test(folded) ? folded.replace(/\s+/g, ' ').trim() : folded
}

/**
 * The words of a name in lower case, with a space between them: letters and digits only, and letters of the Latin, Greek and
 * Cyrillic scripts without their marks. A name of nothing but punctuation stays as it is.
 */
export function foldName(name: string): string {
  const folded = fold(name)
  const spelled = folded.includes('&') ? folded.replaceAll('&', ' and ') : folded
  // Most names are of plain letters.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(spelled)) return spelled
  return spelled.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() || foldCase(name)
}

/** The letters and digits of a registration number; one that has none stays as it is. */
export function foldRegistration(registration: string): string {
  return fold(registration).replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || foldCase(registration)
}

/** The words of a folded name in one order, whatever theirs is. */
export function sortWords(folded: string): string {
  if (!folded.includes(' ')) return folded
  const words = folded.split(' ')
  const isSorted = words.every((word, at) => at === 0 || (words[at - 1] ?? '') <= word)
  return isSorted ? folded : words.sort().join(' ')
}

/** Dots and apostrophes go without a gap: S.A. is SA. */
const silent = /[.'’‘‛`´ʼʻʹʾʿ′＇．\p{Cf}]/gu

const isSilent = new RegExp(silent.source, 'u')

function fold(text: string): string {
  // Before it is taken apart: an acute accent that stands alone would leave a space.
  const bare = isSilent.test(text) ? text.replace(silent, '') : text
  if (!/[^ -~]/.test(bare)) return bare.toLowerCase()
  // In other scripts a mark is a part of a letter: without it, another word stands there.
  const unmarked = bare
    .normalize('NFKD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]|[^\p{L}\p{M}]|^)\p{M}+/gu, '$1')
  return spellPlainly(unmarked.normalize('NFC').toLowerCase())
}
