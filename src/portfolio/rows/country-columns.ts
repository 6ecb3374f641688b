import { type ColumnPlaces, describeStateOrCountry } from '../../shared/countries/us-states.ts'
import type { ImportField } from '../source/columns.ts'

/** The columns of countries, each of which may hold states of the USA instead, or `NA` for no value. */
export interface CountryColumns {
  readonly countryCode: ColumnPlaces
  readonly nationality: ColumnPlaces
  /** Whether a column of numbers or dates has `NA`, by which R and others write that there is no value. */
  hasNoValues: boolean
}

/** How some programs write that there is no value, and the code of Namibia. */
export const noValueOrNamibia = 'NA'

/** Describes a value of a column of countries that may mean something else; null if it may not, and for any other field. */
export function findUnclearCountry(
  field: ImportField,
  value: unknown,
  countryColumns: CountryColumns,
): string | null {
  const isCountry = field === 'countryCode' || field === 'nationality'
  if (!isCountry || typeof value !== 'string') return null
  return countryColumns.hasNoValues && value === noValueOrNamibia
    ? 'could be Namibia or no value, because the file has NA in other columns: write NAM, or leave the cell empty'
    : describeStateOrCountry(countryColumns[field], value)
}
