import { getOrInsertList } from '../../shared/get-or-insert.ts'
import type { ComparedRow } from './compared-row.ts'
import type { CustomerRow } from './customer-rows.ts'
import { type Customer, type Customers, idsOfEntity } from './customers.ts'

/** A row of an earlier extract whose number is gone, or whose entity is not that of its number any more. */
export interface FormerRow {
  readonly kind: 'gone' | 'changed' | 'replaced' | 'not_chosen' | 'without_number'
  readonly row: CustomerRow
  /** All identifiers that the entity can have. */
  readonly entityIds: readonly string[]
  /** The other numbers of the new extract that can have the same entity. */
  readonly sameAs: readonly string[]
}

/** A former row, before it is known who else has its entity. */
type Former = Omit<FormerRow, 'sameAs'>

/**
 * Lists the entities that no row of the new extract has for certain, except for those in doubt. Each identifier of the earlier
 * files belongs to a row of the new extract, or to a former row.
 */
export function listFormer(
  customers: Customers,
  rows: readonly ComparedRow[],
  withoutNumber: readonly CustomerRow[],
): FormerRow[] {
  const numbersOfId = new Map<string, string[]>()
  for (const { number, entityIds } of rows)
    for (const id of entityIds) getOrInsertList(numbersOfId, id).push(number)
  const rowOfNumber = new Map(rows.map(row => [row.number, row]))
  const former: Former[] = [...customers.values()].flatMap(customer =>
    listFormerOfNumber(customer, rowOfNumber.get(customer.number)),
  )
  const others = withoutNumber.map(
    row => ({ kind: 'without_number', row, entityIds: row.entityIds }) as const,
  )
  const listed = new Set([...numbersOfId.keys(), ...[...former, ...others].flatMap(row => row.entityIds)])
  return [...former, ...listNotChosen(customers, listed), ...others].map(({ kind, row, entityIds }) => {
    const numbers = entityIds.flatMap(id => numbersOfId.get(id) ?? [])
    return { kind, row, entityIds, sameAs: [...new Set(numbers)].filter(number => number !== row.number) }
  })
}

/** Lists the entity of a number that is gone or changed, and those that a later one has replaced. */
function listFormerOfNumber({ rows, last, entity }: Customer, row: ComparedRow | undefined): Former[] {
  const entityIds = idsOfEntity(entity)
  const currentIds = row?.entityIds ?? entityIds
  const replaced = new Map<string, Former>()
  for (const earlier of rows)
    if ('id' in earlier.standing && !currentIds.includes(earlier.standing.id))
      replaced.set(earlier.standing.id, { kind: 'replaced', row: earlier, entityIds: [earlier.standing.id] })
  if (row !== undefined && row.kind !== 'changed') return [...replaced.values()]
  const described = entity.kind === 'known' ? entity.row : last
  return [{ kind: row === undefined ? 'gone' : 'changed', row: described, entityIds }, ...replaced.values()]
}

/** Lists the identifiers that a row in doubt could have, and that are not listed otherwise. */
function listNotChosen(customers: Customers, listed: ReadonlySet<string>): Former[] {
  const notChosen = new Map<string, Former>()
  for (const row of [...customers.values()].flatMap(({ rows }) => rows))
    for (const id of row.entityIds)
      if (!listed.has(id)) notChosen.set(id, { kind: 'not_chosen', row, entityIds: [id] })
  return [...notChosen.values()]
}
