import type { Issue } from '../../contract/issues.ts'
import { countOf } from '../../shared/text/count-of.ts'
import { countEdits } from '../../shared/text/did-you-mean.ts'
import type { OptionTerms } from '../option-terms.ts'
import {
  type ColumnNames,
  type DividedField,
  foldHeader,
  type Header,
  type ImportField,
  importFields,
  spellings,
} from './columns.ts'

/** The fields that every row needs, as named in messages. */
const required = {
  name: 'names (or columns.firstName and columns.lastName, for persons)',
  type: 'type, unless defaults.type says it for all rows',
  countryCode: 'country, unless defaults.countryCode says it for all rows',
}

/** Finds the fields that need a choice of the caller: required ones without a column or default, and those with a doubtful column. */
export function findMissing(
  { names, columnOf, ambiguous, divided, unused }: Header,
  named: ColumnNames,
  defaults: Readonly<Partial<Record<ImportField, unknown>>>,
  { headerLine, omitColumn, showsCells }: Pick<OptionTerms, 'headerLine' | 'omitColumn' | 'showsCells'>,
): readonly Issue[] {
  const has = new Set<string>([...Object.keys(columnOf), ...ambiguous])
  const messages = new Map<string, string>()
  for (const field of importFields)
    if (named[field] && !has.has(field)) messages.set(field, 'names a column that is not there')
  for (const field of ambiguous)
    messages.set(field, 'matches several columns: name the one that counts, or rename one in the file')
  for (const column of divided) messages.set(column.field, describeDivided(column))
  for (const field of importFields) {
    const isOpen = !has.has(field) && named[field] === undefined && defaults[field] === undefined
    const misspelt = isOpen && !messages.has(field) ? findMisspelt(field, unused) : undefined
    if (misspelt !== undefined) messages.set(field, describeMisspelt(misspelt, omitColumn(field)))
  }
  for (const field of importFields)
    if (named[field] || defaults[field] !== undefined || messages.has(field)) has.add(field)
  if (has.has('firstName') && has.has('lastName')) has.add('name')
  for (const [field, content] of Object.entries(required))
    if (!has.has(field)) messages.set(field, `must say which column holds the ${content}`)
  // A header line without any usual column name may be a row, with personal data. Only messages that may show cells show it.
  const isHeader = Object.keys(columnOf).length + ambiguous.length + divided.length > 0
  const headerNames = names.slice(0, 50).map(name => JSON.stringify(name.slice(0, 80)))
  const description = isHeader
    ? `the header has ${headerNames.join(', ')}`
    : `the header line has no column that is known (${describeHeaderLine(names, showsCells)}): if a title stands above the header, set ${headerLine}`
  // Only the last message lists the columns of the header.
  return Array.from(messages, ([field, message], index) => ({
    path: ['columns', field],
    message: index === messages.size - 1 ? `${message}; ${description}` : message,
  }))
}

/** An unused column whose name is almost that of a field. */
interface MisspeltColumn {
  readonly name: string
  readonly spelling: string
}

function findMisspelt(field: ImportField, unused: readonly string[]): MisspeltColumn | undefined {
  for (const name of unused)
    for (const spelling of spellings[field].split(',').map(text => text.trim()))
      if (isAlmost(foldHeader(name), foldHeader(spelling))) return { name, spelling }
  return undefined
}

/** Whether one letter is wrong, missing or superfluous, or two are exchanged. Short names are no more alike than others. */
function isAlmost(name: string, spelling: string): boolean {
  return spelling.length > 4 && countEdits(name, spelling) === 1
}

function describeMisspelt({ name, spelling }: MisspeltColumn, omission: string): string {
  return `needs a choice, because "${name.slice(0, 80)}" may be "${spelling}": name this column, or ${omission}`
}

/** Describes a header line that may be a row. The number of columns shows whether the line was divided at the right character. */
function describeHeaderLine(names: readonly string[], showsCells = false): string {
  const cells = showsCells ? `: ${names.join(' | ').slice(0, 80)}` : ''
  return `it was read as ${countOf(names.length, 'column', 'columns')}${cells}`
}

/** Describes a name that may be divided into several columns. */
export function describeDivided({ main, other, joined }: DividedField): string {
  const [mainName, otherName] = [main, other].map(name => name.slice(0, 80))
  return `needs a choice, because "${otherName}" stands beside "${mainName}": choose "${joined}" if they hold one name, or "${mainName}" alone`
}
