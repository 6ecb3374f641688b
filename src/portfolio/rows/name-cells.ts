import { foldCase, foldName } from '../../shared/names/fold-name.ts'
import { endsInCertainForm } from '../../shared/names/legal-forms.ts'
import { isPlaceholderPhrase } from '../../shared/names/placeholder-names.ts'
import type { ImportField, RawFields } from '../source/columns.ts'

/** The fields that are sent at the end of the first name or the last name. */
export const nameParts = {
  firstName: ['middleName', 'patronymic'],
  lastName: ['secondLastName', 'suffix'],
} as const satisfies Partial<Record<ImportField, readonly ImportField[]>>

/** Titles, suffixes and conjunctions, in any case. */
export const title =
  /^(dr|prof|mr|mrs|ms|miss|sir|mme|mlle|herr|frau|rev|jr|jnr|sr|snr|esq|phd|and|und|et)\.?$/i
/** Matches how programs write that there is no value. Null and Nan, in other letters, are names. */
const noName = /^[([<]?(?:NULL|null|NaN|nan|NA|undefined|blank)[)\]>]?$/
/** "First name unknown" and "last name unknown" (USA). */
const unknownName = /(?<!\p{L})[FL]NU(?!\p{L})/iu
/** Matches a conjunction between two names. "Metin And" is one. */
const conjunction = /\S\s+(?:and|und|et|AND|UND)\s+\S/

const maxPartWords = 10

/** Describes why a cell alone cannot be a name of one person; null if it can. */
export function findNameCellProblem(cell: string): string | null {
  if (endsInCertainForm(cell.split(/\s+/)))
    return 'ends in the legal form of an organization: set type to organization, or write the name of the person'
  if (cell.includes('&') || conjunction.test(cell))
    return 'has "&" or "and" and may be the name of two: write each in a row of its own'
  if (cell.includes('@')) return 'has "@", as an e-mail address does: write the name'
  return unknownName.test(cell)
    ? 'has FNU or LNU, which mean that a name is unknown: create a person of one name with entities.create'
    : null
}

/**
 * Describes why a cell beside the other one cannot be a name; null if it can. "NULL" and "Dr." are no names if the other cell is empty or
 * the same: beside another name, they may be names. A full name in both cells is not divided.
 */
export function findNoName(field: ImportField, { firstName, lastName }: RawFields): string | null {
  const [cell, other] = field === 'lastName' ? [lastName, firstName] : [firstName, lastName]
  if (typeof cell !== 'string') return null
  const isSame = typeof other === 'string' && foldCase(cell) === foldCase(other)
  if (isSame && /\s/.test(cell))
    return 'has the same words as the other name: write the first and the last name'
  if (!isSame && other !== undefined) return null
  return title.test(cell) || isNoName(cell) ? 'is no name: write the name, or leave the cell empty' : null
}

/** Whether a name only says that there is none: "NULL", "Unknown", "keine Angabe". */
export function isNoName(name: string): boolean {
  return noName.test(name) || isPlaceholderPhrase(name)
}

/** Describes why a cell cannot be a part of a name, such as a patronymic; null if it can. */
export function findPartProblem(field: ImportField, part: string, { lastName }: RawFields): string | null {
  if (part === 'NA') return 'may mean that there is no value: leave the cell empty, or write Na'
  if (part.split(/\s+/).length > maxPartWords)
    return `has more than ${maxPartWords} words: write the part of the name alone`
  return field === 'patronymic' && typeof lastName === 'string' && isFatherName(part, lastName)
    ? "ends in the last name and may be the father's full name: write the patronymic alone, or leave the cell empty"
    : null
}

/** Whether a patronymic of several words ends in the last name. */
function isFatherName(patronymic: string, lastName: string): boolean {
  return foldName(patronymic).endsWith(` ${foldName(lastName)}`)
}
