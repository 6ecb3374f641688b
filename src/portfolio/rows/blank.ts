import { foldRegistration } from '../../model/identity.ts'
import type { ImportField } from '../options.ts'
import { isoDate } from './spelling.ts'
import { isSpreadsheetError } from './spoiled.ts'

/** What stands for no value in every column. */
const blank = /^(-|n\/a)$/i
/**
 * The letters of what databases, spreadsheets and people write for no value; as a name, or a tag, it may be meant ("Null" is a
 * name).
 */
const blankWord =
  /^(nan?|nana|no|nil|none|null|undefined|unknown|blank|empty|missing|pending|tb[ad]|not(available|applicable)|keine?|unbekannt|nichtvorhanden)$/
/** Zeros alone, the x that a form is crossed out with, or neither letters nor digits. */
const blankSigns = /^(0+|x+|[^\p{L}\p{N}]+)$/u
/** Of these the letters alone say nothing. */
const blankCode = /^(#n\/?[av]|\\n)$/i
/** What databases and spreadsheets make of no day. */
const blankDay = /^(0001-01-01|1899-12-30|1900-01-00)([ T]00:00.*)?$/

/** @param isDetail where more than a dash stands for no value. */
export function isBlank(field: ImportField, text: string, isDetail: boolean): boolean {
  if (!isDetail) return text.length <= 3 && blank.test(text)
  if (field === 'birthDate' && blankDay.test(isoDate(text))) return true
  // No word for no value has a digit but zero.
  if (/[1-9]/.test(text)) return false
  // "NA" is Namibia where it may be a country, and "NO" is Norway.
  if (field === 'nationality' && /^n[ao]$/i.test(text)) return false
  if (blankCode.test(text)) return true
  if (isSpreadsheetError(text)) return false
  const letters = foldRegistration(text)
  return blankWord.test(letters) || blankSigns.test(letters)
}
