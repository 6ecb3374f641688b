import { memoize } from '../memoize.ts'
import { foldName } from '../names/fold-name.ts'
import { alpha3Of, stateCountryCodes } from './codes.ts'
import { countryName, findCountryCode } from './names.ts'

/** The codes of states of the USA, and of the capital, that are no code of a country. ND also means "no data". */
const stateCodes: ReadonlySet<string> = new Set(
  'AK CT DC FL HI IA KS MI NH NJ NM NV NY OH OK OR RI TX UT VT WA WI WV WY'.split(' '),
)

/** The names of the states that are no name of a country: all but Georgia. */
const stateNames: ReadonlySet<string> = new Set(
  `alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|district of columbia|florida|hawaii|idaho|illinois|
  indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|
  nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|
  south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming`
    .split('|')
    .map(name => name.trim()),
)

/** The USA and its territories. */
const american: ReadonlySet<string> = new Set(['US', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI'])

/** The places in a column: states of the USA by code and by name, and other countries. */
export interface ColumnPlaces {
  readonly codes: StateCount
  readonly names: StateCount
  /** The number of rows with a country that is certainly neither a state nor the USA or its territories. */
  countries: number
}

interface StateCount {
  readonly states: Set<string>
  rows: number
}

export function createColumnPlaces(): ColumnPlaces {
  const createCount = () => ({ states: new Set<string>(), rows: 0 })
  return { codes: createCount(), names: createCount(), countries: 0 }
}

/** Counts the value of a row. */
export function countPlace(places: ColumnPlaces, value: string): void {
  const { kind, name } = classifyPlace(value)
  if (kind === 'country') places.countries += 1
  else if (kind !== 'other') addState(places[kind], name)
}

/** Memoized, because a portfolio contains the same few places many times. */
const classifyPlace = memoize(
  (value): { readonly kind: 'codes' | 'names' | 'country' | 'other'; readonly name: string } => {
    const [code, name] = [toCode(value), foldName(value)]
    if (stateCodes.has(code)) return { kind: 'codes', name: code }
    if (stateNames.has(name)) return { kind: 'names', name }
    const country = isUnclear(value) ? undefined : findCountryCode(value)
    return { kind: country === undefined || american.has(country) ? 'other' : 'country', name }
  },
)

function addState(count: StateCount, state: string): void {
  count.states.add(state)
  count.rows += 1
}

/**
 * Describes both meanings of a value that may be a state of the USA or a country, if the column has more rows with other states,
 * at least two different ones, than with countries; null otherwise. Names of states make only the name Georgia unclear.
 */
export function describeStateOrCountry(
  { codes, names, countries }: ColumnPlaces,
  value: string,
): string | null {
  const prevails = ({ states, rows }: StateCount) => states.size >= 2 && rows > countries
  const isPossible = prevails(codes) ? isUnclear(value) : prevails(names) && isGeorgia(value)
  if (!isPossible) return null
  const code = isGeorgia(value) ? 'GE' : toCode(value)
  const state = isGeorgia(value) ? 'US-GA' : `US-${code}`
  return `could be ${state} or ${countryName(code)}, because the column has other states of the USA: write ${state} or ${alpha3Of(code)}`
}

function isUnclear(value: string): boolean {
  return isGeorgia(value) || stateCountryCodes.has(toCode(value))
}

function isGeorgia(value: string): boolean {
  return foldName(value) === 'georgia'
}

/** Returns a code in capitals; an empty string for any other value. */
function toCode(value: string): string {
  return /^\s*(?:[A-Z]{2}|[a-z]{2})\s*$/.test(value) ? value.trim().toUpperCase() : ''
}
