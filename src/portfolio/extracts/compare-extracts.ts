import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { refuseImport } from '../import-input.ts'
import type { CustomerRow, EarlierOutcome } from './customer-rows.ts'
import { type Customer, type CustomerEntity, type Customers, findHolders, idsOfEntity } from './customers.ts'
import type { RowDecision } from './decisions-file.ts'
import type { ExtractRow } from './read-extract.ts'

/** A row of the new extract. */
interface AnyComparedRow {
  readonly row: ExtractRow
  readonly number: string
}

export interface SameRow extends AnyComparedRow {
  readonly kind: 'same'
  readonly entityIds: readonly [string]
  readonly outcome: EarlierOutcome
  readonly reason: string
  /** Whether a person has decided that the entity is that of the row. */
  readonly isDecided: boolean
}

/** A row that differs from the row from which the entity was created. */
export interface ChangedRow extends AnyComparedRow {
  readonly kind: 'changed'
  readonly entityIds: readonly [string]
}

/** A row of a number without an entity. */
export interface NewRow extends AnyComparedRow {
  readonly kind: 'new'
  readonly entityIds: readonly []
}

export interface RowInDoubt extends AnyComparedRow {
  readonly kind: 'in_doubt'
  readonly doubt: string
  /** All identifiers that the entity can have. */
  readonly entityIds: readonly string[]
}

/** A row of the new extract is exactly one of these. */
export type ComparedRow = SameRow | ChangedRow | NewRow | RowInDoubt

/** A row of an earlier extract whose number is gone, or whose entity another one replaces. */
export interface FormerRow {
  readonly kind: 'gone' | 'changed' | 'replaced' | 'without_number'
  readonly row: CustomerRow
  /** All identifiers that the entity can have. */
  readonly entityIds: readonly string[]
  /** The other numbers of the new extract that can have the same entity. */
  readonly sameAs: readonly string[]
}

/** A row that the earlier files leave in doubt, and a person's decision about it. */
export interface RowToDecide extends AnyComparedRow {
  readonly doubt: string
  /** The place of the row that left the doubt. */
  readonly place: string
  readonly entityIds: readonly string[]
  readonly decision: RowDecision | null
  /** The other numbers that can have the same entity. */
  readonly sameAs: readonly string[]
}

export interface ExtractComparison {
  readonly rows: readonly ComparedRow[]
  /** The rows that the earlier files leave in doubt, with those that a person has decided. */
  readonly doubtful: readonly RowToDecide[]
  readonly former: readonly FormerRow[]
  /** Decisions about rows whose doubt is over, because they were sent since. */
  readonly unusedDecisions: readonly RowDecision[]
}

/** The rows of the new extract by customer number. */
export type RowsByNumber = ReadonlyMap<string, ExtractRow>

/**
 * Compares a new extract with what earlier files say about each customer number.
 *
 * @param withoutNumber the earlier rows without a number.
 * @throws InputValidationError if a decision is not about a row of the new extract, or about an entity that the row cannot have.
 */
export function compareExtracts(
  customers: Customers,
  rowsByNumber: RowsByNumber,
  decisions: ReadonlyMap<string, RowDecision>,
  withoutNumber: readonly CustomerRow[],
): ExtractComparison {
  const holders = findHolders(customers)
  for (const decision of decisions.values()) assertDecidable(decision, rowsByNumber)
  const rows: ComparedRow[] = []
  const doubtful: RowToDecide[] = []
  for (const [number, row] of rowsByNumber) {
    const entity = findRowEntity(customers.get(number), row)
    const decision = findDecision(decisions.get(number), entity, holders)
    rows.push(compareRow(entity, number, row, decision))
    if (entity.kind !== 'in_doubt') continue
    const { doubt, place, entityIds } = entity
    const sameAs = entityIds.flatMap(id => [...(holders.get(id) ?? [])]).filter(other => other !== number)
    doubtful.push({ row, number, doubt, place, entityIds, decision, sameAs: [...new Set(sameAs)] })
  }
  const undecided = new Set(doubtful.flatMap(({ number, decision }) => (decision === null ? number : [])))
  return {
    rows,
    doubtful,
    former: listFormer(customers, rows, withoutNumber),
    unusedDecisions: [...decisions.values()].filter(({ number }) => undecided.has(number)),
  }
}

/** @throws InputValidationError if a decision is not about a row of the new extract: a spreadsheet may have changed its cells. */
function assertDecidable({ number, line, identity }: RowDecision, rowsByNumber: RowsByNumber): void {
  const row = rowsByNumber.get(number)
  if (row?.identity === identity) return
  const difference = row === undefined ? 'is no number' : 'has other data'
  refuseImport(
    'source',
    `has a decision on line ${line} about "${number}", which ${difference} in the new extract: a spreadsheet may have changed it; correct the row, or remove its decision`,
  )
}

/**
 * Finds the entity of a row. If the row equals an earlier one of its number, and the last one has another entity, the earlier files may be
 * in the wrong order.
 */
function findRowEntity(customer: Customer | undefined, { identity }: ExtractRow): CustomerEntity {
  const entity = customer?.entity ?? { kind: 'none' }
  if (entity.kind !== 'known' || entity.row.row.identity === identity) return entity
  const equal = customer?.rows.find(({ row }) => row.identity === identity)
  if (equal === undefined || equal.entityIds.includes(entity.id)) return entity
  const doubt = `${equal.place} has this data, and a later row has not: are the earlier files in the order of the imports?`
  return { kind: 'in_doubt', doubt, place: equal.place, entityIds: [...equal.entityIds, entity.id] }
}

/**
 * Finds the decision about a row in doubt; null if there is none, or if it is about an earlier doubt.
 *
 * @throws InputValidationError if the row cannot have the entity of the decision.
 */
function findDecision(
  decision: RowDecision | undefined,
  entity: CustomerEntity,
  holders: ReadonlyMap<string, ReadonlySet<string>>,
): RowDecision | null {
  if (entity.kind !== 'in_doubt' || decision === undefined) return null
  if (decision.kind === 'new') return decision.place === entity.place ? decision : null
  const { id, line, number } = decision
  const isPossible = entity.entityIds.length > 0 ? entity.entityIds.includes(id) : !holders.has(id)
  if (isPossible) return decision
  const possible = entity.entityIds.length > 0 ? entity.entityIds.join(' or ') : 'the id of no other number'
  return refuseImport(
    'source',
    `has the decision "same" on line ${line} about "${number}" with the id "${id}": entity_ids must have ${possible}`,
  )
}

/** @param decision a person's decision about this row; null if there is none. */
function compareRow(
  entity: CustomerEntity,
  number: string,
  row: ExtractRow,
  decision: RowDecision | null,
): ComparedRow {
  if (entity.kind === 'none') return { kind: 'new', number, row, entityIds: [] }
  if (entity.kind === 'in_doubt') {
    const { doubt, entityIds } = entity
    if (decision === null) return { kind: 'in_doubt', number, row, doubt, entityIds }
    if (decision.kind === 'new') return { kind: 'new', number, row, entityIds: [] }
    const decided = { outcome: 'in_doubt', reason: doubt, isDecided: true } as const
    return { kind: 'same', number, row, entityIds: [decision.id], ...decided }
  }
  const { outcome, reason, row: earlierRow, standing } = entity.row
  const entityIds: readonly [string] = [entity.id]
  if (outcome === 'changed' || earlierRow.identity !== row.identity)
    return { kind: 'changed', number, row, entityIds }
  return { kind: 'same', number, row, entityIds, outcome, reason, isDecided: standing.kind === 'decided' }
}

/** Lists the rows whose entities no row of the new extract has for certain, except for those in doubt. */
function listFormer(
  customers: Customers,
  rows: readonly ComparedRow[],
  withoutNumber: readonly CustomerRow[],
): FormerRow[] {
  const rowOfNumber = new Map(rows.map(row => [row.number, row]))
  const numbersOfId = new Map<string, string[]>()
  for (const { number, entityIds } of rows)
    for (const id of entityIds) getOrInsertList(numbersOfId, id).push(number)
  const former = (kind: FormerRow['kind'], row: CustomerRow, entityIds = row.entityIds): FormerRow => {
    const numbers = entityIds.flatMap(id => numbersOfId.get(id) ?? [])
    return { kind, row, entityIds, sameAs: [...new Set(numbers)].filter(number => number !== row.number) }
  }
  return [
    ...[...customers.values()].flatMap(customer => {
      const { number, last, entity } = customer
      const row = rowOfNumber.get(number)
      const entityIds = idsOfEntity(entity)
      const replaced = listReplaced(customer, row?.entityIds ?? entityIds).map(other =>
        former('replaced', other),
      )
      if (row !== undefined && row.kind !== 'changed') return replaced
      const described = entity.kind === 'known' ? entity.row : last
      return [former(row === undefined ? 'gone' : 'changed', described, entityIds), ...replaced]
    }),
    ...withoutNumber.map(row => former('without_number', row)),
  ]
}

/** Lists the rows of a number that created other entities than those that the number can have now. */
function listReplaced({ rows }: Customer, entityIds: readonly string[]): CustomerRow[] {
  const replaced = new Map<string, CustomerRow>()
  for (const row of rows)
    if ('id' in row.standing && !entityIds.includes(row.standing.id)) replaced.set(row.standing.id, row)
  return [...replaced.values()]
}
