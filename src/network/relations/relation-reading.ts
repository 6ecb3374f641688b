import { createValueIssues, type Issue } from '../../contract/issues.ts'
import type { Network, Relation } from '../../model/network.ts'
import { isRecord, isString } from '../../shared/json.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { createInputError } from '../../transport/create-error.ts'
import { createRule, findOptionIssues, oneOf, type Rules } from '../../transport/options/rules.ts'

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
  /**
   * Ids of the parties with whom the holder holds jointly: each of them may hold all of it, and holds an equal part at least. If
   * such a party states an equal or overlapping share alone, that share may be the joint holding or another one.
   */
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

const flagRule = createRule(value => typeof value === 'boolean', 'must be true or false')
const fractionRule = createRule(
  value => typeof value === 'number' && value >= 0 && value <= 1,
  'must be a fraction from 0 to 1',
)
const endedOnRule = createRule(
  value => value === null || (isString(value) && isCalendarDate(value)),
  'must be a day, YYYY-MM-DD, or null',
)
const rangeIssue = 'must be at least min, or greater than min if isMinExclusive is true'

/** Creates the rules for the fields of a reading, by its kind. @param ids the ids of the network's nodes. */
function createReadingRules(ids: ReadonlySet<string>) {
  const kind = oneOf('shares', 'votes', 'control', 'office', 'none')
  const other: Rules = { kind, endedOn: endedOnRule }
  const control: Rules = {
    ...other,
    isIndirect: createRule(
      value => value === null || typeof value === 'boolean',
      'must be true, false or null',
    ),
    isForOthers: flagRule,
    jointWith: createRule(
      value => Array.isArray(value) && value.every(id => ids.has(id)),
      'must be a list of ids of nodes of the network',
    ),
  }
  const holding: Rules = { ...control, min: fractionRule, max: fractionRule, isMinExclusive: flagRule }
  const byKind = new Map<unknown, Rules>([
    ['shares', holding],
    ['votes', holding],
    ['control', control],
    ['office', other],
    ['none', other],
  ])
  return { holding, byKind }
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
  const readingRules = createReadingRules(new Set(nodes.map(({ id }) => id)))
  const readings = new Map<Relation, readonly RelationReading[]>()
  for (const relation of relations) {
    const result = readRelation(relation)
    if (result === undefined) continue
    const ends = [relation.source, relation.target].map(id => JSON.stringify(id)).join(' and ')
    const issues = findReadingIssues(readingRules, result).map(({ path, message }) => ({
      path: ['readRelation', ...path],
      message: `${message}, in the result for ${ends}`,
    }))
    if (issues.length > 0) throw createInputError(operation, issues)
    // The function may reuse its objects for the next relation.
    readings.set(
      relation,
      result.map(reading => ({ ...reading })),
    )
  }
  return readings
}

function findReadingIssues(
  { holding, byKind }: ReturnType<typeof createReadingRules>,
  result: unknown,
): Issue[] {
  if (!Array.isArray(result) || result.length === 0)
    return createValueIssues([], result, 'must be undefined, or a list such as [{ kind: "none" }]')
  return result.flatMap((reading: unknown, index): Issue[] => {
    const kind = isRecord(reading) ? reading.kind : undefined
    // The rules of a holding name every field, so that only the unknown kind is reported.
    const rules = byKind.get(kind) ?? holding
    const issues = findOptionIssues(rules, reading, [index])
    if (issues.length > 0 || !isRecord(reading)) return issues
    const missing = ['kind', ...('min' in rules ? ['min', 'max'] : [])].find(
      name => reading[name] === undefined,
    )
    if (missing !== undefined) return [{ path: [index, missing], message: 'is required' }]
    const { min, max, isMinExclusive } = reading
    const isOrdered = Number(min) < Number(max) || (min === max && isMinExclusive !== true)
    return isOrdered ? [] : [{ path: [index, 'max'], message: rangeIssue }]
  })
}
