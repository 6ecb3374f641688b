import { describeIssues } from '../../contract/issues.ts'
import { oneLineText } from '../../model/inputs.ts'
import { foldName } from '../../shared/names/fold-name.ts'
import { toFullName } from '../../shared/names/full-name.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import type { ImportField, RawFields } from '../source/columns.ts'
import { divideName } from './divide-name.ts'
import { findNameCellProblem, findNoName, findPartProblem, nameParts } from './name-cells.ts'

/** The names of a person as the service needs them, and the issues of the fields that they come from. */
export interface PersonName {
  readonly fields: RawFields
  readonly issues: ReadonlyMap<ImportField, string>
  /** Whether the full name can only be divided with the option `nameOrder`. */
  readonly needsOrder: boolean
}

const nameFields = ['firstName', 'lastName'] as const
const addedFields = [...nameParts.firstName, ...nameParts.lastName]
const nameCells = ['name', ...nameFields, ...addedFields] as const
type NameField = (typeof nameCells)[number]

const oneNameOnly =
  "is required by the service's bulk operation: create a person of one name with entities.create, which accepts a name alone"

/** Reads the names of a person: divides a full name, and adds the other parts to the first and the last name. */
export function readPersonName(
  raw: RawFields,
  order: ReadingOptions['nameOrder'],
  terms: OptionTerms,
): PersonName {
  const division = divideName(raw, order, terms)
  const divided = division !== null && 'fields' in division ? division.fields : null
  const issues = new Map<ImportField, string>()
  const setIssue = (field: ImportField, message: string | null) => message && issues.set(field, message)
  for (const field of nameCells) setIssue(field, findCellIssue(field, raw, divided ?? raw))
  setIssue('name', findNameMismatch(raw, terms))
  const [missing, ...others] = nameFields.filter(field => raw[field] === undefined)
  if (division !== null && 'problem' in division) setIssue('name', division.problem)
  else if (raw.name === undefined && missing !== undefined && others.length === 0 && issues.size === 0)
    setIssue(missing, oneNameOnly)
  return {
    fields: joinParts(raw, divided),
    issues,
    needsOrder: division !== null && 'needsOrder' in division && division.needsOrder,
  }
}

/** Describes why a cell cannot be a name or a part of a name; null if it can. @param names the first and the last name. */
function findCellIssue(field: NameField, raw: RawFields, names: RawFields): string | null {
  const cell = raw[field]
  if (isPart(field) && cell !== undefined) {
    const problem = findIssue(cell)
    if (problem !== null) return problem
  }
  if (typeof cell !== 'string') return null
  return (
    findNameCellProblem(cell) ??
    (isPart(field) ? findPartProblem(field, cell, names) : findNoName(field, names))
  )
}

function isPart(field: NameField): boolean {
  return addedFields.some(part => part === field)
}

/** @param divided the parts of a full name; null if it was not divided. */
function joinParts(raw: RawFields, divided: RawFields | null): RawFields {
  const { firstName: first, lastName: last, name } = divided ?? raw
  const firstName = addParts(first, raw, nameParts.firstName)
  const lastName = addParts(last, raw, nameParts.lastName)
  // A full name that the source has beside the added parts may lack them.
  const isChanged = name !== undefined && (firstName !== first || lastName !== last)
  const canCompose = typeof firstName === 'string' && typeof lastName === 'string'
  const others = Object.fromEntries(addedFields.map(field => [field, undefined]))
  return {
    firstName,
    lastName,
    name: isChanged && canCompose ? toFullName({ firstName, lastName }) : name,
    ...others,
  }
}

/** Adds the fields of a row to a name, unless it ends in them already, after another name. */
function addParts(name: unknown, raw: RawFields, fields: readonly ImportField[]): unknown {
  return fields.reduce((joined, field) => {
    const part = raw[field]
    if (typeof joined !== 'string' || typeof part !== 'string' || findIssue(part) !== null) return joined
    return foldName(joined).endsWith(` ${foldName(part)}`) ? joined : `${joined} ${part}`
  }, name)
}

/** Describes why a value cannot be a part of a name; null if it can. */
function findIssue(value: unknown): string | null {
  const { error } = oneLineText.safeParse(value)
  const [issue] = error === undefined ? [] : describeIssues(error, value)
  return issue?.message ?? null
}

/** Returns a message if a full name does not contain the last name of the row; null otherwise. */
function findNameMismatch({ name, lastName }: RawFields, { omitColumn }: OptionTerms): string | null {
  if (typeof name !== 'string' || typeof lastName !== 'string') return null
  const latin = /\p{Script=Latin}/u
  // A full name and a last name in different scripts cannot be compared.
  const isComparable = latin.test(name) === latin.test(lastName)
  return isComparable && !foldName(name).includes(foldName(lastName))
    ? `differs from the first and last name: ${omitColumn('name')}, or correct the row`
    : null
}
