import type { ImportField } from './source/columns.ts'

/** The names of the options of an import in messages: those of the API, or the flags of a command. */
export interface OptionTerms {
  readonly dateOrder: string
  readonly encoding: string
  readonly headerLine: string
  readonly nameOrder: string
  /** Whether messages may show the text of a cell, which may be personal data. */
  readonly showsCells?: boolean
  /** The advice to read no column for a field. */
  readonly omitColumn: (field: ImportField) => string
}

export const optionTerms: OptionTerms = {
  dateOrder: 'dateOrder',
  encoding: 'encoding',
  headerLine: 'headerLine',
  nameOrder: 'nameOrder',
  omitColumn: field => `set columns.${field} to null`,
}
