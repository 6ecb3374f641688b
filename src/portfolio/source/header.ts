import type { Issue } from '../../contract/issues.ts'
import { invalidInput } from '../../transport/make-error.ts'
import type { ImportField, ImportOptions } from '../options.ts'
import type { Header } from './columns.ts'

/** What every row needs (specification: POST /v1/entities/bulk, row fields). */
const mustSay = {
  name: 'must say which column holds the names (or columns.firstName and columns.lastName, for persons)',
  type: 'must say which column holds the type, unless defaults.type says it for all rows',
  countryCode: 'must say which column holds the country, unless defaults.countryCode says it for all rows',
}

/** Where a header lacks what every row needs, the file is not read at all. */
export function requireColumns(
  { names, of, missing, ambiguous }: Header,
  { defaults }: Pick<ImportOptions, 'defaults'>,
): void {
  const hasAll = (...fields: ImportField[]) => fields.every(field => of[field] !== undefined)
  const isWrong = (field: ImportField) => missing.includes(field) || ambiguous.includes(field)
  const hasName = hasAll('name') || hasAll('firstName', 'lastName')
  const lacksName = !hasName && !(['name', 'firstName', 'lastName'] as const).some(isWrong)
  const lacking = (['type', 'countryCode'] as const).filter(
    field => !hasAll(field) && !isWrong(field) && defaults?.[field] === undefined,
  )
  const issues = [
    ...missing.map(field => columnIssue(field, 'names a column that is not there')),
    ...ambiguous.map(field => columnIssue(field, 'must name one column, but there are several of that name')),
    ...(lacksName ? [columnIssue('name', mustSay.name)] : []),
    ...lacking.map(field => columnIssue(field, mustSay[field])),
  ]
  // Where nothing of it is known, it may be a row: of persons, whom no message shows.
  const isHeader = Object.keys(of).length + ambiguous.length > 0
  const shown = names.slice(0, 50).map(name => JSON.stringify(name.slice(0, 80)))
  const there = isHeader ? `the header has ${shown.join(', ')}` : 'the first line has no column that is known'
  const last = issues.pop()
  // The columns that there are, once: after the last of what is wrong.
  if (last !== undefined) refuseAll([...issues, { ...last, message: `${last.message}; ${there}` }])
}

function columnIssue(field: ImportField, message: string): Issue {
  return { path: ['columns', field], message }
}

export function refuse(field: string, message: string): never {
  return refuseAll([{ path: field.split('.'), message }])
}

function refuseAll(issues: readonly Issue[]): never {
  throw invalidInput('importPortfolio', issues)
}
