import { getOrInsert, getOrInsertList } from '../../shared/get-or-insert.ts'
import { type CustomerRow, isOutdated } from './customer-rows.ts'
import type { ExtractRow } from './read-extract.ts'

/** A customer number, as the earlier files show it. */
export interface Customer {
  readonly number: string
  /** The rows of the number that were sent, in their order. */
  readonly rows: readonly CustomerRow[]
  /** The last row of the number that was sent; the last one of all if none was. */
  readonly last: CustomerRow
  readonly entity: CustomerEntity
}

export type CustomerEntity =
  | { readonly kind: 'none' }
  /** @prop row the row that describes the entity. */
  | { readonly kind: 'known'; readonly id: string; readonly row: CustomerRow }
  | CustomerInDoubt

export interface CustomerInDoubt {
  readonly kind: 'in_doubt'
  readonly doubt: string
  /** The place of the row that left the doubt. */
  readonly place: string
  /** All identifiers that the entity can have. */
  readonly entityIds: readonly string[]
}

/** All customer numbers of the earlier files, in the order in which they appear. */
export type Customers = ReadonlyMap<string, Customer>

/**
 * Finds out which entity each customer number has.
 *
 * @param files the rows of each file, in the order of the imports. Rows without a number are left out.
 */
export function createCustomers(files: readonly (readonly CustomerRow[])[]): Customers {
  const customers = new Map<string, Customer>()
  for (const rows of files)
    for (const [number, rowsOfNumber] of groupByNumber(rows))
      customers.set(number, addRows(customers.get(number), number, rowsOfNumber))
  return leaveOutTaken(doubtShared(customers))
}

type Rows = readonly [CustomerRow, ...CustomerRow[]]

function groupByNumber(rows: readonly CustomerRow[]): Map<string, Rows> {
  const groups = new Map<string, [CustomerRow, ...CustomerRow[]]>()
  for (const row of rows) {
    const group = groups.get(row.number)
    if (group !== undefined) group.push(row)
    else if (row.number !== '') groups.set(row.number, [row])
  }
  return groups
}

/** Adds the rows of a number in one file. */
function addRows(customer: Customer | undefined, number: string, rows: Rows): Customer {
  const sentRows = rows.filter(({ standing }) => standing.kind !== 'not_created')
  const earlierEntity = customer?.entity ?? { kind: 'none' }
  const tellingRows = sentRows.filter(row => !isRepetition(row, earlierEntity))
  return {
    number,
    rows: [...(customer?.rows ?? []), ...sentRows],
    last: sentRows.at(-1) ?? customer?.last ?? rows[0],
    entity: mergeEntities(earlierEntity, findEntity(tellingRows)),
  }
}

/** Whether an import has refused a row, or held it back, for the entity that an import has created from the same data of the number. */
function isRepetition(row: CustomerRow, entity: CustomerEntity): boolean {
  if (entity.kind !== 'known' || isOutdated(entity.row.outcome) || !wasRefused(row)) return false
  const [id, ...others] = row.entityIds
  return id === entity.id && others.length === 0 && row.row.identity === entity.row.row.identity
}

/** Whether an import has created nothing from a row, because there may be an entity of the same customer. */
export function wasRefused({ outcome }: CustomerRow): boolean {
  return outcome === 'refused' || outcome === 'possible_duplicate'
}

/** Finds the entity of a number by its rows in one file. */
function findEntity(rows: readonly CustomerRow[]): CustomerEntity {
  const last = rows.at(-1)
  if (last === undefined) return { kind: 'none' }
  const { place, standing } = last
  if (rows.length === 1 && standing.kind === 'in_doubt')
    return { kind: 'in_doubt', doubt: standing.doubt, place, entityIds: last.entityIds }
  const haveId = (id: string) => rows.every(row => 'id' in row.standing && row.standing.id === id)
  if ('id' in standing && haveId(standing.id)) return { kind: 'known', id: standing.id, row: last }
  const doubt = `lines ${rows.map(({ row }) => row.line).join(' and ')} had this number`
  return { kind: 'in_doubt', doubt, place, entityIds: [...new Set(rows.flatMap(row => row.entityIds))] }
}

/**
 * A later import of a number replaces its entity, or leaves a doubt. A row in doubt that was sent, and repeats an entity of the team,
 * may repeat the one of the doubt.
 */
function mergeEntities(earlier: CustomerEntity, later: CustomerEntity): CustomerEntity {
  if (later.kind === 'none') return earlier
  if (later.kind === 'known' && !(earlier.kind === 'in_doubt' && later.row.outcome === 'duplicate'))
    return later
  const { doubt, place } =
    later.kind === 'in_doubt'
      ? later
      : { doubt: `duplicate: ${later.row.reason}`.trimEnd(), place: later.row.place }
  const entityIds = [...new Set([...idsOfEntity(earlier), ...idsOfEntity(later)])]
  return { kind: 'in_doubt', doubt, place, entityIds }
}

export function idsOfEntity(entity: CustomerEntity): readonly string[] {
  if (entity.kind === 'known') return [entity.id]
  return entity.kind === 'in_doubt' ? entity.entityIds : []
}

/**
 * Puts entities in doubt that other numbers may have, unless an import has created the entity from the row, the rows are equal, or
 * a person has decided.
 */
function doubtShared(customers: Customers): Customers {
  const rowsById = new Map<string, CustomerRow[]>()
  for (const { rows, entity } of customers.values())
    for (const id of idsOfEntity(entity))
      getOrInsertList(rowsById, id).push(...rows.filter(({ entityIds }) => entityIds.includes(id)))
  const doubt = 'another number has the same entity, with other data'
  return mapEntities(customers, ({ number, entity }) => {
    if (entity.kind !== 'known' || entity.row.standing.kind === 'decided') return entity
    const { id, row } = entity
    const others = rowsById.get(id)?.filter(other => other.number !== number)
    if (!others?.some(other => contradicts(other, row))) return entity
    return { kind: 'in_doubt', doubt, place: row.place, entityIds: [id] }
  })
}

/**
 * Whether another row that can have the entity of a row puts it in doubt. An outdated row does not show from which data its entity was
 * created.
 */
function contradicts(other: CustomerRow, row: CustomerRow): boolean {
  if (isCreator(row) && !isCreator(other)) return false
  return [row, other].some(({ outcome }) => isOutdated(outcome)) || other.row.identity !== row.row.identity
}

/** Whether an import has created exactly one entity from a row. */
function isCreator({ outcome, standing }: CustomerRow): boolean {
  return outcome === 'created' && standing.kind === 'certain'
}

/** Removes, from rows in doubt, the entities that were certainly created from rows of other numbers. */
function leaveOutTaken(customers: Customers): Customers {
  const takenIds = new Set<string>()
  for (const { entity } of customers.values())
    if (entity.kind === 'known' && isCreator(entity.row)) takenIds.add(entity.id)
  return mapEntities(customers, ({ rows, entity }) => {
    if (entity.kind !== 'in_doubt') return entity
    const { place, entityIds } = entity
    const isFree = (id: string) => !takenIds.has(id)
    const isCreated = rows.some(row => row.place === place && wasCreated(row))
    return isCreated && entityIds.some(isFree) ? { ...entity, entityIds: entityIds.filter(isFree) } : entity
  })
}

/** Whether an import has created an entity from a row, although it may not be known which one. */
export function wasCreated({ outcome }: CustomerRow): boolean {
  return outcome === 'created' || outcome === 'created_in_doubt'
}

function mapEntities(customers: Customers, map: (customer: Customer) => CustomerEntity): Customers {
  return new Map(
    Array.from(customers, ([number, customer]) => [number, { ...customer, entity: map(customer) }]),
  )
}

/** The numbers of all rows that can have each entity, with a row of each. */
export type Holders = ReadonlyMap<string, ReadonlyMap<string, CustomerRow>>

export function findHolders(customers: Customers): Holders {
  const holders = new Map<string, Map<string, CustomerRow>>()
  for (const row of [...customers.values()].flatMap(({ rows }) => rows))
    for (const id of row.entityIds) getOrInsert(holders, id, () => new Map()).set(row.number, row)
  return holders
}

/** The row from which an import has created each entity. */
export type Creators = ReadonlyMap<string, ExtractRow>

export function findCreators(customers: Customers): Creators {
  const creators = new Map<string, ExtractRow>()
  for (const { rows } of customers.values())
    for (const row of rows) if (isCreator(row)) for (const id of row.entityIds) creators.set(id, row.row)
  return creators
}
