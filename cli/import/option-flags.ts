import type { OptionTerms } from '../../src/portfolio/option-terms.ts'

/** The flags of import options with another name. */
const optionFlags = {
  dateOrder: '--dates',
  encoding: '--encoding',
  headerLine: '--header-line',
  nameOrder: '--name-order',
}

/** The names of the options in the messages of an import: flags. */
export const flagTerms: OptionTerms = {
  ...optionFlags,
  omitColumn: field => `pass --columns ${field}=`,
}

/** Returns the flag of an import option; the option itself if it is not one of them. */
export function flagOf(option: string): string {
  return new Map(Object.entries(optionFlags)).get(option) ?? option
}
