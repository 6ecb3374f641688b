import { mustBeOneLine } from '../../model/inputs.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { hasControls } from '../../shared/text/invisible.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { ImportField } from '../options.ts'
import { isoDate } from './spelling.ts'

/** What stands for no value in every column. */
const blank = /^(-|n\/a)$/i
/** The letters of what is written for no value; as a name, or a tag, it may be meant ("Null" is a name). */
const blankWord =
  /^(nan?|nana|no|nil|none|null|undefined|unknown|blank|empty|missing|pending|tb[ad]|not(available|applicable)|keine?|unbekannt|nichtvorhanden)$/
/** Zeros alone, the x that a form is crossed out with, or neither letters nor digits. */
const blankSigns = /^(0+|x+|[^\p{L}\p{N}]+)$/u
/** Of these the letters alone say nothing. */
const blankCode = /^(#n\/?[av]|\\n)$/i
/** What databases and spreadsheets make of no day. */
const blankDay = /^(0001-01-01|1899-12-30|1900-01-00)([ T]00:00.*)?$/

/** What a spreadsheet has instead of a value: "#REF!" in any language, "#####" where a column is too narrow, "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u
/** "1.23457E+11" was a longer number once, and so was "1E+11"; MySQL leaves out the plus. "12E4" may be that of a register. */
const rounded = /^[+-]?\d+([.,]\d+E[+-]?\d|E[+-]\d|E\d\d)\d*$/i

/** @param isDetail where more than a dash stands for no value. */
export function isBlank(field: ImportField, text: string, isDetail: boolean): boolean {
  if (!isDetail) return text.length <= 3 && blank.test(text)
  if (field === 'birthDate' && blankDay.test(isoDate(text))) return true
  // No word for no value has a digit but zero.
  if (/[1-9]/.test(text)) return false
  // "NA" is Namibia where it may be a country, and "NO" is Norway.
  if (field === 'nationality' && /^n[ao]$/i.test(text)) return false
  if (blankCode.test(text)) return true
  if (spreadsheetError.test(text)) return false
  const letters = foldRegistration(text)
  return blankWord.test(letters) || blankSigns.test(letters)
}

/** Why a text cannot be what was meant, although a text like it might be. */
export function whySpoiled(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (spreadsheetError.test(text)) return 'is an error that a spreadsheet has put in place of a value'
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
