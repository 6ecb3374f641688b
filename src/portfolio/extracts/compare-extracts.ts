import { getOrInsert } from '../../shared/get-or-insert.ts'
import { isSameName } from '../../shared/names/fold-name.ts'
import type { ComparedRow, NumberedRow } from './compared-row.ts'
import { type CustomerRow, type EarlierOutcome, isOutdated } from './customer-rows.ts'
import {
  type Creators,
  type Customer,
  type CustomerEntity,
  type CustomerInDoubt,
  type Customers,
  findCreators,
  findHolders,
  type Holders,
  idsOfEntity,
  wasCreated,
  wasRefused,
} from './customers.ts'
import type { RowDecision } from './decisions-file.ts'
import { assertDecidable, findDecision } from './find-decision.ts'
import { type FormerRow, listFormer } from './former-rows.ts'
import type { ExtractRow } from './read-extract.ts'
import { listDifferentFields, type RowField } from './row-fields.ts'

/** A row that the earlier files leave in doubt, and a person's decision about it. */
export interface RowToDecide extends NumberedRow {
  readonly doubt: string
  /** The place of the row that left the doubt. */
  readonly place: string
  readonly entityIds: readonly string[]
  readonly decision: RowDecision | null
  /** A row of each other number that can have the same entity. */
  readonly sameAs: readonly CustomerRow[]
  /** The names of the entities that the row can have, as far as they differ from the name of the row. */
  readonly otherNames: readonly string[]
}

/** A field in which the entity of a row, by a person's decision, differs from the row. The service screens the entity. */
export interface ScreenedDifference extends NumberedRow {
  readonly entityId: string
  readonly field: RowField
  /** The value with which the entity was created, and that of the row. */
  readonly screened: string
  readonly current: string
}

/** A decision about an earlier doubt than that in which the row is now. */
export interface UnusedDecision {
  readonly decision: RowDecision
  /** The outcome that has left the row in doubt again; null if it is unknown. */
  readonly outcome: EarlierOutcome | null
}

export interface ExtractComparison {
  readonly rows: readonly ComparedRow[]
  /** The rows that the earlier files leave in doubt, with those that a person has decided. */
  readonly doubtful: readonly RowToDecide[]
  readonly former: readonly FormerRow[]
  readonly unusedDecisions: readonly UnusedDecision[]
  readonly screenedDifferences: readonly ScreenedDifference[]
}

/** The rows of the new extract by customer number. */
export type RowsByNumber = ReadonlyMap<string, ExtractRow>

/**
 * Compares a new extract with what earlier files say about each customer number.
 *
 * @param withoutNumber the earlier rows without a number.
 * @throws InputValidationError if a decision is not about a row of the new extract and a doubt of the earlier files, or about an
 *   entity that the row cannot have.
 */
export function compareExtracts(
  customers: Customers,
  rowsByNumber: RowsByNumber,
  decisions: ReadonlyMap<string, RowDecision>,
  withoutNumber: readonly CustomerRow[],
): ExtractComparison {
  const holders = findHolders(customers)
  const creators = findCreators(customers)
  const gone = findGone(customers, rowsByNumber)
  const placed = new Map([...customers.values()].flatMap(({ rows }) => rows).map(row => [row.place, row]))
  for (const decision of decisions.values()) assertDecidable(decision, rowsByNumber.get(decision.number))
  const rows: ComparedRow[] = []
  const doubtful: RowToDecide[] = []
  for (const [number, row] of rowsByNumber) {
    const customer = customers.get(number)
    const entity = findRowEntity(customer, row, gone)
    const created = customer?.rows.find(other => wasCreated(other) && other.row.identity === row.identity)
    const request = decisions.get(number)
    const decided = { entity, created: created ?? null, holders }
    const decision = request === undefined ? null : findDecision(request, placed.get(request.place), decided)
    rows.push(compareRow(entity, { number, row }, decision, created !== undefined))
    if (entity.kind === 'in_doubt')
      doubtful.push(describeDoubt(entity, { number, row }, decision, { holders, creators }))
  }
  const undecided = new Map(
    doubtful.filter(({ decision }) => decision === null).map(({ number, place }) => [number, place]),
  )
  return {
    rows,
    doubtful,
    former: listFormer(customers, rows, withoutNumber),
    unusedDecisions: [...decisions.values()].flatMap(decision => {
      const place = undecided.get(decision.number)
      return place === undefined ? [] : { decision, outcome: placed.get(place)?.outcome ?? null }
    }),
    screenedDifferences: rows.flatMap(row => listScreenedDifferences(row, creators)),
  }
}

function findOtherNames({ name }: ExtractRow, ids: readonly string[], creators: Creators): string[] {
  const names = new Set(ids.flatMap(id => creators.get(id)?.name ?? []))
  return [...names].filter(entityName => !isSameName(entityName, name))
}

function listScreenedDifferences(compared: ComparedRow, creators: Creators): ScreenedDifference[] {
  if (compared.kind !== 'same' || !compared.isDecided) return []
  const { row, number, entityIds } = compared
  const [entityId] = entityIds
  const creator = creators.get(entityId)
  if (!row.fields || !creator?.fields) return []
  const [fields, creatorFields] = [row.fields, creator.fields]
  return listDifferentFields(fields, creatorFields).flatMap(field => {
    if (field === 'name' && isSameName(creator.name, row.name)) return []
    const [screened = '', current = ''] =
      field === 'name' ? [creator.name, row.name] : [creatorFields.get(field)?.text, fields.get(field)?.text]
    return { row, number, entityId, field, screened, current }
  })
}

/** Whether nothing that can be read for certain distinguishes a row from the earlier one. */
function mayBeEqual({ fields: earlierFields }: ExtractRow, { fields }: ExtractRow): boolean {
  if (fields === null) return true
  if (earlierFields === null) return false
  const different = listDifferentFields(fields, earlierFields)
  return different.every(field => fields.get(field)?.isReadable === false)
}

/** The rows of numbers that the new extract lacks, by their data, with the customer of each number. */
type GoneByIdentity = ReadonlyMap<string, ReadonlyMap<Customer, CustomerRow>>

function findGone(customers: Customers, rowsByNumber: RowsByNumber): GoneByIdentity {
  const gone = new Map<string, Map<Customer, CustomerRow>>()
  for (const customer of customers.values())
    if (!rowsByNumber.has(customer.number))
      for (const row of customer.rows) getOrInsert(gone, row.row.identity, () => new Map()).set(customer, row)
  return gone
}

/**
 * Finds the entity of a row. It is in doubt if the row equals an earlier one of its number, and the last one has another entity: the
 * earlier files may be in the wrong order. It is also in doubt if a new number has the data of one that is gone.
 */
function findRowEntity(
  customer: Customer | undefined,
  { identity }: ExtractRow,
  gone: GoneByIdentity,
): CustomerEntity {
  if (customer === undefined || customer.entity.kind === 'none' || isCorrected(customer, identity))
    return findRenumbered(gone.get(identity) ?? new Map())
  const { entity } = customer
  if (entity.kind !== 'known' || entity.row.row.identity === identity) return entity
  const equal = customer.rows.find(({ row }) => row.identity === identity)
  if (equal === undefined || equal.entityIds.includes(entity.id)) return entity
  const doubt = `${equal.place} has this data, and a later row has not: are the earlier files in the order of the imports?`
  return { kind: 'in_doubt', doubt, place: equal.place, entityIds: [...equal.entityIds, entity.id] }
}

/** Whether a row has other data than all that was refused for its number. A doubt is about the data that left it. */
function isCorrected({ rows }: Customer, identity: string): boolean {
  return rows.every(row => wasRefused(row) && row.row.identity !== identity)
}

/** Puts a new number in doubt that has the data of others that are gone. */
function findRenumbered(gone: ReadonlyMap<Customer, CustomerRow>): CustomerEntity {
  const [row] = gone.values()
  if (row === undefined) return { kind: 'none' }
  const customers = [...gone.keys()]
  const numbers = customers.map(({ number }) => number).join(' and ')
  const doubt = `${numbers} with the same data ${gone.size > 1 ? 'are' : 'is'} gone: has the number changed?`
  const entityIds = [...new Set(customers.flatMap(({ entity }) => idsOfEntity(entity)))]
  return { kind: 'in_doubt', doubt, place: row.place, entityIds }
}

function describeDoubt(
  { doubt, place, entityIds }: CustomerInDoubt,
  { number, row }: NumberedRow,
  decision: RowDecision | null,
  { holders, creators }: { readonly holders: Holders; readonly creators: Creators },
): RowToDecide {
  const others = new Map(entityIds.flatMap(id => [...(holders.get(id) ?? [])]))
  others.delete(number)
  const otherNames = findOtherNames(row, entityIds, creators)
  return { row, number, doubt, place, entityIds, decision, sameAs: [...others.values()], otherNames }
}

/** @param decision a person's decision about this row; null if there is none. */
function compareRow(
  entity: CustomerEntity,
  row: NumberedRow,
  decision: RowDecision | null,
  isCreated: boolean,
): ComparedRow {
  if (entity.kind === 'none') return { kind: 'new', ...row, entityIds: [], isDecided: false }
  if (entity.kind === 'in_doubt') {
    const { doubt, entityIds } = entity
    if (decision === null) return { kind: 'in_doubt', ...row, doubt, entityIds, isCreated }
    if (decision.kind === 'new') return { kind: 'new', ...row, entityIds: [], isDecided: true }
    const decided = { outcome: 'in_doubt', reason: doubt, isDecided: true } as const
    return { kind: 'same', ...row, entityIds: [decision.id], ...decided }
  }
  const { outcome, reason, row: earlierRow, isReadAsThen, standing } = entity.row
  const entityIds: readonly [string] = [entity.id]
  const { unreadable } = row.row
  const isEqual = earlierRow.identity === row.row.identity
  const mayBeUnchanged = isEqual ? outcome === 'unreadable' || !isReadAsThen : mayBeEqual(earlierRow, row.row)
  if (unreadable !== null && mayBeUnchanged)
    return { kind: 'unreadable', ...row, entityIds, reason: unreadable }
  if (!isEqual || isOutdated(outcome)) return { kind: 'changed', ...row, entityIds }
  return { kind: 'same', ...row, entityIds, outcome, reason, isDecided: standing.kind === 'decided' }
}
