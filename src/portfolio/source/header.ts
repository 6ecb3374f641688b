import type { Issue } from '../../contract/issues.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import type { ImportField, ImportOptions } from '../options.ts'
import type { Header } from './columns.ts'

/** Where a header lacks what every row needs, the file is not read at all. */
export function requireColumns(
  { names, of, missing, ambiguous }: Header,
  { defaults }: Pick<ImportOptions, 'defaults'>,
): void {
  // Where nothing of it is known, it may be a row: of persons, whom no message shows.
  const isHeader = Object.keys(of).length + ambiguous.length > 0
  const shown = names.slice(0, 50).map(name => JSON.stringify(name.slice(0, 80)))
  const there = isHeader ? `the header has ${shown.join(', ')}` : 'the first line has no column that is known'
  const issues = [
    ...missing.map(field => columnIssue(field, 'names a column that is not there')),
    ...ambiguous.map(field => columnIssue(field, 'must name one column, but there are several of that name')),
    ...requiredFields.flatMap(({ field, filledBy, allowed }) => {
      const isFilled = filledBy.some(fields => fields.every(isThere))
      const isNamed = filledBy.flat().some(name => missing.includes(name) || ambiguous.includes(name))
      return isFilled || isNamed ? [] : [columnIssue(field, allowed)]
    }),
  ]
  const last = issues.pop()
  // The columns that there are, once: after the last of what is wrong.
  if (last !== undefined) refuseAll([...issues, { ...last, message: `${last.message}; ${there}` }])

  function isThere(field: ImportField): boolean {
    const hasDefault = (field === 'type' || field === 'countryCode') && defaults?.[field] !== undefined
    return hasDefault || of[field] !== undefined
  }
}

/** What every row needs, and the fields that make it up (specification: POST /v1/entities/bulk, row fields). */
const requiredFields: readonly {
  readonly field: ImportField
  readonly filledBy: readonly (readonly ImportField[])[]
  readonly allowed: string
}[] = [
  {
    field: 'name',
    filledBy: [['name'], ['firstName', 'lastName']],
    allowed: 'must say which column holds the names (or columns.firstName and columns.lastName, for persons)',
  },
  {
    field: 'type',
    filledBy: [['type']],
    allowed: 'must say which column holds the type, unless defaults.type says it for all rows',
  },
  {
    field: 'countryCode',
    filledBy: [['countryCode']],
    allowed: 'must say which column holds the country, unless defaults.countryCode says it for all rows',
  },
]

function columnIssue(field: ImportField, message: string): Issue {
  return { path: ['columns', field], message }
}

export function refuse(field: string, message: string): never {
  return refuseAll([{ path: field.split('.'), message }])
}

function refuseAll(issues: readonly Issue[]): never {
  throw new InputValidationError('importPortfolio', issues)
}
