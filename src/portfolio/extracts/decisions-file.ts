import { refuseImport } from '../import-input.ts'
import { readDecision, requireSingleId } from './customer-rows.ts'
import { idsOf, requireColumn, textOf } from './number-column.ts'
import type { Extract } from './read-extract.ts'

/** A person's decision about a row in doubt: its entity is known, or it is a new customer. */
export type RowDecision = {
  readonly number: string
  readonly line: number
  /** The identity of the row that the person has seen. */
  readonly identity: string
  /** The place of the row that left the doubt. */
  readonly place: string
} & ({ readonly kind: 'same'; readonly id: string } | { readonly kind: 'new' })

const decisionWords = ['same', 'new'] as const

export function isDecisionWord(text: string): boolean {
  return decisionWords.some(word => word === text.toLowerCase())
}

/**
 * Reads the decisions in a file of rows in doubt, by customer number.
 *
 * @throws InputValidationError if a decision cannot be read, or a number has several.
 */
export function readRowDecisions(extract: Extract, numberColumn: string): ReadonlyMap<string, RowDecision> {
  const number = requireColumn(extract, numberColumn)
  const ids = requireColumn(extract, 'entity_ids')
  const decision = requireColumn(extract, 'decision')
  const place = requireColumn(extract, 'place')
  const decisions = new Map<string, RowDecision>()
  for (const row of extract.rows) {
    const kind = readDecision(row, decision, decisionWords)
    if (kind === undefined) continue
    const decided = {
      number: textOf(row, number),
      line: row.line,
      identity: row.identity,
      place: textOf(row, place),
    }
    if (row.problem !== null) refuseImport('source', `cannot be read: line ${row.line} ${row.problem}`)
    if (decisions.has(decided.number))
      refuseImport(
        'source',
        `has several decisions about "${decided.number}", the last one on line ${row.line}`,
      )
    decisions.set(
      decided.number,
      kind === 'new' ? { ...decided, kind } : { ...decided, kind, id: requireSingleId(row, idsOf(row, ids)) },
    )
  }
  return decisions
}
