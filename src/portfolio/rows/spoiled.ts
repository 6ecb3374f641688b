import { isCalendarDate } from '../../contract/text.ts'
import { hasControls, mustBeOneLine } from '../../model/line.ts'
import type { ImportField } from '../options.ts'
import { isoDate } from './spelling.ts'

/** What a spreadsheet has instead of a value: "#REF!" in any language, "#####" where a column is too narrow, "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u
/**
 * "1.23457E+11" was a longer number once, and so was "1E+11"; MySQL leaves out the plus. "12E4" may be the number of a register:
 * nobody rounds what has so few digits.
 */
const rounded = /^[+-]?\d+([.,]\d+E[+-]?\d|E[+-]\d|E\d\d)\d*$/i

export function isSpreadsheetError(text: string): boolean {
  return spreadsheetError.test(text)
}

/** Why a text cannot be what was meant, although a text like it might be. */
export function whySpoiled(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (isSpreadsheetError(text)) return 'is an error that a spreadsheet has put in place of a value'
  if ((field === 'registration' || field === 'nationalId') && rounded.test(text))
    return 'is a number that a spreadsheet has rounded'
  if (field === 'birthDate' && isNoBirthday(isoDate(text))) return 'must be a day from 1800 up to today'
  // Also beside the comma of a name, where no part has it.
  return field === 'name' && hasControls(text) ? mustBeOneLine : null
}

/** A year of two digits may have become 0061, or 2061. */
function isNoBirthday(day: string): boolean {
  const isPossible = day >= '1800' && day < '2000'
  return !isPossible && isCalendarDate(day) && (day < '1800' || day > new Date().toISOString())
}
