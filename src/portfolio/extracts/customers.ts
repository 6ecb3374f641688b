import { getOrInsert } from '../../shared/get-or-insert.ts'
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
  const knownIds = rows.map(({ standing }) => ('id' in standing ? standing.id : null))
  const [id = null] = knownIds
  if (id !== null && knownIds.every(other => other === id)) return { kind: 'known', id, row: last }
  const entityIds = [...new Set(rows.flatMap(row => row.entityIds))]
  const { place } = last
  if (rows.length > 1) {
    const lines = rows.map(({ row }) => row.line).join(' and ')
    return { kind: 'in_doubt', doubt: `lines ${lines} had this number`, place, entityIds }
  }
  const doubt = last.standing.kind === 'in_doubt' ? last.standing.doubt : ''
  return { kind: 'in_doubt', doubt, place, entityIds }
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
function doubtShared(customers: Map<string, Customer>): Customers {
  const claims = new Map<string, Claim[]>()
  for (const { number, entity } of customers.values())
    if (entity.kind === 'known' && entity.row.standing.kind === 'certain')
      getOrInsert(claims, entity.id, () => []).push({ number, row: entity.row })
  for (const [id, claimsOfId] of claims) {
    if (areEqual(claimsOfId)) continue
    for (const { number, row } of claimsOfId) {
      const customer = customers.get(number)
      const doubt = 'another number has the same entity, with other data'
      if (customer !== undefined)
        customers.set(number, {
          ...customer,
          entity: { kind: 'in_doubt', doubt, place: row.place, entityIds: [id] },
        })
    }
  }
  return customers
}

/** A number that has an entity by a certain row. */
interface Claim {
  readonly number: string
  readonly row: CustomerRow
}

/** Whether the rows describe one customer. A changed row does not show from which data its entity was created. */
function areEqual(claims: readonly Claim[]): boolean {
  if (claims.length === 1) return true
  const [identity] = claims.map(({ row }) => row.row.identity)
  return claims.every(({ row }) => row.outcome !== 'changed' && row.row.identity === identity)
}

/** Returns the numbers of all rows that can have each entity. */
export function findHolders(customers: Customers): ReadonlyMap<string, ReadonlySet<string>> {
  const holders = new Map<string, Set<string>>()
  for (const { number, rows } of customers.values())
    for (const id of rows.flatMap(row => row.entityIds)) getOrInsert(holders, id, () => new Set()).add(number)
  return holders
}
