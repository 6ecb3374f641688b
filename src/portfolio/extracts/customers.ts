import { getOrInsert, getOrInsertList } from '../../shared/get-or-insert.ts'
import type { CustomerRow } from './customer-rows.ts'

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
  | {
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
  return doubtShared(customers)
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
  return {
    number,
    rows: [...(customer?.rows ?? []), ...sentRows],
    last: sentRows.at(-1) ?? customer?.last ?? rows[0],
    entity: mergeEntities(earlierEntity, findEntity(sentRows)),
  }
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

/** A later import of a number replaces its entity, or leaves a doubt. */
function mergeEntities(earlier: CustomerEntity, later: CustomerEntity): CustomerEntity {
  if (later.kind === 'none') return earlier
  if (later.kind === 'known') return later
  return { ...later, entityIds: [...new Set([...idsOfEntity(earlier), ...later.entityIds])] }
}

export function idsOfEntity(entity: CustomerEntity): readonly string[] {
  if (entity.kind === 'known') return [entity.id]
  return entity.kind === 'in_doubt' ? entity.entityIds : []
}

/** Puts entities in doubt that several numbers have, unless their rows are equal or a person has decided. */
function doubtShared(customers: Customers): Customers {
  const rowsById = new Map<string, CustomerRow[]>()
  for (const { entity } of customers.values())
    if (entity.kind === 'known' && !isDecided(entity.row))
      getOrInsertList(rowsById, entity.id).push(entity.row)
  const doubt = 'another number has the same entity, with other data'
  return new Map(
    Array.from(customers, ([number, customer]) => {
      const { entity } = customer
      if (entity.kind !== 'known' || isDecided(entity.row)) return [number, customer]
      if (areEqual(rowsById.get(entity.id) ?? [])) return [number, customer]
      const { id, row } = entity
      return [number, { ...customer, entity: { kind: 'in_doubt', doubt, place: row.place, entityIds: [id] } }]
    }),
  )
}

function isDecided({ standing }: CustomerRow): boolean {
  return standing.kind === 'decided'
}

/** Whether the rows describe one customer. A changed row does not show from which data its entity was created. */
function areEqual(rows: readonly CustomerRow[]): boolean {
  const [first, ...others] = rows
  if (others.length === 0) return true
  return rows.every(({ outcome, row }) => outcome !== 'changed' && row.identity === first?.row.identity)
}

/** Returns the numbers of all rows that can have each entity. */
export function findHolders(customers: Customers): ReadonlyMap<string, ReadonlySet<string>> {
  const holders = new Map<string, Set<string>>()
  for (const { number, rows } of customers.values())
    for (const id of rows.flatMap(row => row.entityIds)) getOrInsert(holders, id, () => new Set()).add(number)
  return holders
}
