/** How messages about rows name the options of an import: by the names of the options, or by the flags of a command. */
export interface OptionTerms {
  readonly dateOrder: string
  readonly encoding: string
  readonly headerLine: string
  readonly nameOrder: string
  /** The advice to leave out the column of full names. */
  readonly omitNameColumn: string
}

export const optionTerms: OptionTerms = {
  dateOrder: 'dateOrder',
  encoding: 'encoding',
  headerLine: 'headerLine',
  nameOrder: 'nameOrder',
  omitNameColumn: 'set columns.name to null',
}
