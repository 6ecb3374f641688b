import { type ColumnPlaces, describeStateOrCountry } from '../../shared/countries/us-states.ts'
import type { ImportField } from '../source/columns.ts'

/** The columns of countries, each of which may hold states of the USA instead. */
export interface StateColumns {
  readonly countryCode: ColumnPlaces
  readonly nationality: ColumnPlaces
}

/** Describes a value that may be a state of the USA or a country; null for any other field. */
export function findUnclearCountry(
  field: ImportField,
  value: unknown,
  stateColumns: StateColumns,
): string | null {
  const isCountry = field === 'countryCode' || field === 'nationality'
  return isCountry && typeof value === 'string' ? describeStateOrCountry(stateColumns[field], value) : null
}
