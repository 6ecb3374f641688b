import type { Issue } from '../../contract/issues.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { refuseAll } from '../input.ts'
import type { ImportField, ImportOptions } from '../options.ts'
import { importFields, type Places, spellings } from '../rows/fields.ts'

/** The columns of a header, by their places. */
export interface Header {
  /** The names of all columns. */
  readonly names: readonly string[]
  /** Which column fills which field. */
  readonly of: Places
  /** Names of columns that nothing is made of. */
  readonly unused: readonly string[]
  /** Fields for which the caller named a column that is not there. */
  readonly missing: readonly ImportField[]
  /** Fields for which there are several columns: it is for the caller to say which counts. */
  readonly ambiguous: readonly ImportField[]
}

/** One spelling for `Country_Code`, `countryCode`, `COUNTRY CODE` and `Country-Côde`. */
const foldHeader = foldRegistration

const fieldOf = new Map(
  importFields.flatMap(field => spellings[field].split(',').map(spelling => [foldHeader(spelling), field])),
)

/** Finds the columns of the fields: those that the caller named, else those of a spelling that is known. */
export function findColumns(
  names: readonly string[],
  named: Partial<Readonly<Record<ImportField, string | null | undefined>>>,
): Header {
  const folded = names.map(foldHeader)
  const taken = new Set(Object.values(named).flatMap(name => (name ? findNamed(name) : [])))
  const of: Partial<Record<ImportField, number>> = {}
  const missing: ImportField[] = []
  const ambiguous: ImportField[] = []
  for (const field of importFields) {
    const choice = named[field]
    if (choice === null) continue
    const isFree = (_: string, at: number) => fieldOf.get(folded[at] ?? '') === field && !taken.has(at)
    const [column, ...others] = choice === undefined ? places(isFree) : findNamed(choice)
    if (others.length > 0) ambiguous.push(field)
    else if (column !== undefined) of[field] = column
    else if (choice !== undefined) missing.push(field)
  }
  const used = new Set(Object.values(of))
  const unused = names.filter((name, at) => !used.has(at) && name.trim() !== '')
  return { names, of, missing, ambiguous, unused }

  function findNamed(choice: string): number[] {
    const exact = places(name => name === choice)
    return exact.length > 0 ? exact : places((_, at) => folded[at] === foldHeader(choice))
  }

  /** A column without a name is like no other. */
  function places(fits: (name: string, at: number) => boolean): number[] {
    return names.flatMap((name, at) => (name !== '' && fits(name, at) ? [at] : []))
  }
}

/** Where a header lacks what every row needs, the file is not read at all (specification: POST /v1/entities/bulk, row fields). */
export function requireColumns(
  { names, of, missing, ambiguous }: Header,
  { defaults }: Pick<ImportOptions, 'defaults'>,
): void {
  const has = (field: ImportField) =>
    of[field] !== undefined || missing.includes(field) || ambiguous.includes(field)
  const lacksName = !has('name') && !(has('firstName') && has('lastName'))
  const lacking = (field: 'type' | 'countryCode') =>
    has(field) || defaults?.[field] !== undefined ? [] : [field]
  const say = (fields: readonly ImportField[], message: string) =>
    fields.map((field): Issue => ({ path: ['columns', field], message }))
  const mustSay = 'must say which column holds the'
  const issues = [
    ...say(missing, 'names a column that is not there'),
    ...say(ambiguous, 'matches several columns: name the one that counts, or rename one in the file'),
    ...say(
      lacksName ? ['name'] : [],
      `${mustSay} names (or columns.firstName and columns.lastName, for persons)`,
    ),
    ...say(lacking('type'), `${mustSay} type, unless defaults.type says it for all rows`),
    ...say(lacking('countryCode'), `${mustSay} country, unless defaults.countryCode says it for all rows`),
  ]
  // Where nothing of it is known, it may be a row: of persons, whom no message shows.
  const isHeader = Object.keys(of).length + ambiguous.length > 0
  const shown = names.slice(0, 50).map(name => JSON.stringify(name.slice(0, 80)))
  const there = isHeader ? `the header has ${shown.join(', ')}` : 'the first line has no column that is known'
  const last = issues.pop()
  // The columns that there are, once: after the last of what is wrong.
  if (last !== undefined) refuseAll([...issues, { ...last, message: `${last.message}; ${there}` }])
}
