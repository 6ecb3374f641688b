import * as z from 'zod/mini'
import type { Network, Relation } from '../../model/network.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { findIssues } from '../../transport/check-input.ts'
import { createInputError } from '../../transport/create-error.ts'

/** The end of what a reading states. */
type ReadingEnd = {
  /** The day on which it ended, YYYY-MM-DD; null if it has not ended. If omitted, the fields of the relation decide. */
  readonly endedOn?: string | null | undefined
}

/** Details of an interest in a company. */
type InterestDetails = ReadingEnd & {
  /**
   * Whether the interest is held through other parties. It is not added to the chain that the network shows. Null if this is
   * unknown: the interest is then indirect only if the network shows such a chain.
   */
  readonly isIndirect?: boolean | null | undefined
  /** Whether the holder holds for parties that are not named, for example as a nominee or trustee. */
  readonly isForOthers?: boolean | undefined
  /** Ids of the parties with whom the holder holds jointly: each of them may hold all of it, and holds an equal part at least. */
  readonly jointWith?: readonly string[] | undefined
}

/**
 * The meaning of a relation for ownership and control, distinguished by `kind`: `shares` or `votes` from `min` to `max`, as
 * fractions; `control` by other means; an `office` without ownership or control; `none` of these. With `isMinExclusive`, the
 * holding is more than `min`.
 *
 * @example
 * const readRelation = ({ label }: Relation): RelationReading[] | undefined =>
 *   label === 'Golden share' ? [{ kind: 'control' }] : undefined
 */
export type RelationReading =
  | ({
      readonly kind: 'shares' | 'votes'
      readonly min: number
      readonly max: number
      readonly isMinExclusive?: boolean | undefined
    } & InterestDetails)
  | ({ readonly kind: 'control' } & InterestDetails)
  | ({ readonly kind: 'office' } & ReadingEnd)
  | ({ readonly kind: 'none' } & ReadingEnd)

/** Returns the readings of a relation; undefined to read it by the rules of this package. */
export type ReadRelation = (relation: Relation) => readonly RelationReading[] | undefined

const isDay = z.refine<string>(isCalendarDate, { error: 'must be a day, YYYY-MM-DD' })
const ending = { endedOn: z.optional(z.nullable(z.string().check(isDay))) }
const flag = z.optional(z.boolean())
const fraction = z.number().check(z.minimum(0), z.maximum(1))
const emptyError = 'must be undefined, or a list such as [{ kind: "none" }]'
const rangeError = 'must be at least min, and more than it with isMinExclusive'

/** @param ids the ids of the network's nodes. */
function createReadingsSchema(ids: ReadonlySet<string>) {
  const isNode = z.refine<string>(id => ids.has(id), { error: 'must be the id of a node of the network' })
  const interest = {
    isIndirect: z.optional(z.nullable(z.boolean())),
    isForOthers: flag,
    jointWith: z.optional(z.array(z.string().check(isNode))),
    ...ending,
  }
  const range = { min: fraction, max: fraction, isMinExclusive: flag }
  const holding = z.strictObject({ kind: z.enum(['shares', 'votes']), ...range, ...interest }).check(
    z.refine(({ min, max, isMinExclusive }) => min < max || (min === max && isMinExclusive !== true), {
      path: ['max'],
      error: rangeError,
    }),
  )
  const control = z.strictObject({ kind: z.literal('control'), ...interest })
  const other = z.strictObject({ kind: z.enum(['office', 'none']), ...ending })
  const readings = z.array(z.discriminatedUnion('kind', [holding, control, other]))
  return readings.check(z.refine(({ length }) => length > 0, { error: emptyError }))
}

/**
 * Calls `readRelation` once for each relation.
 *
 * @throws InputValidationError if a result is not a list of readings, or undefined.
 */
export function collectReadings(
  operation: string,
  { relations, nodes }: Network,
  readRelation: ReadRelation | undefined,
): ReadonlyMap<Relation, readonly RelationReading[]> | null {
  if (readRelation === undefined) return null
  const schema = createReadingsSchema(new Set(nodes.map(({ id }) => id)))
  const readings = new Map<Relation, readonly RelationReading[]>()
  for (const relation of relations) {
    const result = readRelation(relation)
    if (result === undefined) continue
    const ends = [relation.source, relation.target].map(id => JSON.stringify(id)).join(' and ')
    const issues = findIssues(schema, result).map(({ path, message }) => ({
      path: ['readRelation', ...path],
      message: `${message}, in the result for ${ends}`,
    }))
    if (issues.length > 0) throw createInputError(operation, issues)
    readings.set(relation, structuredClone(result))
  }
  return readings
}
