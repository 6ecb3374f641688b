import { isMonthWord } from '../../shared/month-words.ts'
import { foldName } from '../../shared/names/fold-name.ts'
import type { ImportField } from '../source/columns.ts'

/** Matches the error texts of spreadsheets: "#REF!" in any language, "#####" in a narrow column, or "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u

/**
 * Matches numbers that a spreadsheet has rounded, such as "1.23457E+11" and "1E+11". "12E4" does not match, because it may be a
 * real registration number.
 */
const roundedNumber = /^[+-]?\d+([.,]\d+E[+-]?|E[+-])\d+$/i

/** Matches a long number of which a spreadsheet has kept 15 digits. Fewer zeros at the end may be digits of the number. */
const truncatedNumber = /^\d{15}0{3,}$/

/** Matches a number with a fraction of zeros, or with a decimal comma. "12.345" does not match: a full stop may divide digits. */
const fraction = /^[+-]?\d+(?:\.0+|,\d+)$/

/** Matches a number of which an export hides digits: "***-**-1234", "XXX-XX-1234". */
const maskedNumber = /[*•●]|^X{3}-?X{2}/i

/** Matches 1.4.1961, 04/01/61 and 1961-04-01, with or without a time. Eight digits are a number. */
const separatedDates = [
  /^(?<first>\d{1,2})(?<separator>[-/.])(?<second>\d{1,2})\k<separator>(?:\d{2}|\d{4})(?:[T ][\d:.]+Z?)?$/,
  /^\d{4}(?<separator>[-/.])(?<first>\d{1,2})\k<separator>(?<second>\d{1,2})(?:[T ][\d:.]+Z?)?$/,
]

/** Describes how a spreadsheet has damaged a text; null if the text is not damaged. */
export function findSpreadsheetDamage(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (isSpreadsheetError(text)) return 'is an error that a spreadsheet has put in place of a value'
  if (field !== 'registration' && field !== 'nationalId') return null
  if (!/[1-9]/.test(text)) return 'must have a digit from 1 to 9: write the number, or leave it empty'
  if (maskedNumber.test(text)) return 'has hidden digits: write the whole number, or leave it empty'
  if (text.startsWith("'") || roundedNumber.test(text) || truncatedNumber.test(text) || fraction.test(text))
    return 'looks damaged by a spreadsheet (1.2E+11, 15 digits and zeros, 1.0, a decimal comma, a leading apostrophe): export the column as text, or leave it empty'
  // National IDs of some countries look like dates: 8-12-1975.
  return field === 'registration' && (isSeparatedDate(text) || isDateInWords(text))
    ? 'looks damaged by a spreadsheet (a date): export the column as text, or leave it empty'
    : null
}

/** Whether a spreadsheet has damaged the identifier of an entity. */
export function isDamagedId(text: string): boolean {
  return isSpreadsheetError(text) || text.startsWith("'") || roundedNumber.test(text)
}

export function isSpreadsheetError(text: string): boolean {
  return spreadsheetError.test(text)
}

function isSeparatedDate(text: string): boolean {
  return separatedDates.some(form => {
    const { first, second } = form.exec(text)?.groups ?? {}
    const [smaller = 0, larger = 0] = [Number(first), Number(second)].sort((a, b) => a - b)
    return smaller >= 1 && smaller <= 12 && larger <= 31
  })
}

/** Whether a text is a month with a day, a year or both: "12-May", "Mai 98", "1. Feb. 2012". "MAY 12345" is a number. */
function isDateInWords(text: string): boolean {
  if (!/\p{L}/u.test(text) || text.length > 30) return false
  const words = foldName(text).split(' ')
  const [month, ...otherMonths] = words.filter(word => !/^\d/.test(word))
  const numbers = words.filter(word => /^(?:\d{1,2}|(?:19|20)\d\d)$/.test(word))
  const isComplete = numbers.length === words.length - 1 && (numbers.length === 1 || numbers.length === 2)
  return month !== undefined && otherMonths.length === 0 && isComplete && isMonthWord(month)
}
