import { refuseImport } from '../import-input.ts'
import type { CustomerRow } from './customer-rows.ts'
import type { CustomerEntity, CustomerInDoubt, Holders } from './customers.ts'
import type { RowDecision } from './decisions-file.ts'
import type { ExtractRow } from './read-extract.ts'

/** The row of a decision: its entity, its creation and who holds its ids. */
export interface DecidedRow {
  readonly entity: CustomerEntity
  /** The earlier row from this data of the number that an import has created; null if there is none. */
  readonly created: CustomerRow | null
  readonly holders: Holders
}

/** @throws InputValidationError if a decision is not about a row of the new extract: a spreadsheet may have changed its cells. */
export function assertDecidable(decision: RowDecision, row: ExtractRow | undefined): void {
  if (row?.identity === decision.identity) return
  const difference = row === undefined ? 'is no number' : 'has other data'
  refuseDecision(
    decision,
    `, which ${difference} in the new extract: a spreadsheet may have changed it; correct the row, or remove its decision`,
  )
}

/**
 * Finds the decision about a row in doubt; null if there is none, or if it is about an earlier doubt.
 *
 * @param place the earlier row that the decision names as the reason of the doubt.
 * @throws InputValidationError if the earlier files lack the doubt of the decision, or if the row cannot have its entity.
 */
export function findDecision(
  decision: RowDecision,
  place: CustomerRow | undefined,
  { entity, created, holders }: DecidedRow,
): RowDecision | null {
  const isPlace = place?.number === decision.number || place?.row.identity === decision.identity
  if (!isPlace || entity.kind === 'none')
    return refuseDecision(
      decision,
      `, whose place, "${decision.place}", is not in the earlier files: give all files with which the rows in doubt were written`,
    )
  if (entity.kind === 'known') return isFulfilled(decision, entity) ? null : refuseObsolete(decision, entity)
  if (decision.place !== entity.place) return null
  if (decision.kind === 'same') return assertPossible(decision, entity, holders)
  if (created === null) return decision
  return refuseDecision(
    decision,
    `, but ${created.place} has created it already: write same, and keep one id in entity_ids`,
  )
}

type Known = Extract<CustomerEntity, { readonly kind: 'known' }>

/** Whether an entity is that of a decision: a later row than that in doubt was sent, or the entity is the one that was chosen. */
function isFulfilled(decision: RowDecision, { id, row }: Known): boolean {
  return decision.kind === 'new' ? row.place !== decision.place : decision.id === id
}

function refuseObsolete(decision: RowDecision, { id, row }: Known): never {
  return refuseDecision(
    decision,
    `, which is not in doubt: ${row.place} has its entity, ${id}. Remove the decision, or give the files with which it was written`,
  )
}

function assertPossible(
  decision: Extract<RowDecision, { readonly kind: 'same' }>,
  { entityIds }: CustomerInDoubt,
  holders: Holders,
): RowDecision {
  const { id } = decision
  if (entityIds.length > 0 ? entityIds.includes(id) : !holders.has(id)) return decision
  const possible = entityIds.length > 0 ? entityIds.join(' or ') : 'the id of no other number'
  return refuseDecision(decision, ` with the id "${id}": entity_ids must have ${possible}`)
}

/** @throws InputValidationError always. */
function refuseDecision({ kind, line, number }: RowDecision, clause: string): never {
  return refuseImport('source', `has the decision "${kind}" on line ${line} about "${number}"${clause}`)
}
