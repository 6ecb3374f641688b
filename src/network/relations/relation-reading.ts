import type { Relation } from '../../model/network.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { isObjectWithFields, throwInvalidInput } from '../graph/assertions.ts'

/** The end of what a reading states. */
type ReadingEnd = {
  /** The day on which it ended, YYYY-MM-DD; null if it has not ended. If omitted, the fields of the relation decide. */
  readonly endedOn?: string | null | undefined
}

/** Details of an interest in a company. */
type InterestDetails = ReadingEnd & {
  /** Whether the interest is held through other parties. It is not added to the chain that the network shows. */
  readonly isIndirect?: boolean | undefined
  /** Whether the holder holds for parties that are not named, for example as a nominee or trustee. */
  readonly isForOthers?: boolean | undefined
  /** Ids of the parties with whom the holder holds jointly: each of them may hold all of it. */
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

const interestFields = ['isIndirect', 'isForOthers', 'jointWith', 'endedOn']
const fieldsByKind: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['shares', ['min', 'max', 'isMinExclusive', ...interestFields]],
  ['votes', ['min', 'max', 'isMinExclusive', ...interestFields]],
  ['control', interestFields],
  ['office', ['endedOn']],
  ['none', ['endedOn']],
])

/**
 * Calls `readRelation` once for each relation.
 *
 * @throws InputValidationError if a result is not a list of readings, or undefined.
 */
export function collectReadings(
  operation: string,
  relations: readonly Relation[],
  readRelation: ReadRelation | undefined,
): ReadonlyMap<Relation, readonly RelationReading[]> | null {
  if (readRelation === undefined) return null
  const readings = new Map<Relation, readonly RelationReading[]>()
  for (const relation of relations) {
    const result: unknown = readRelation(relation)
    if (result === undefined) continue
    if (!isReadingList(result)) {
      const problem = Array.isArray(result) ? result.map(findProblem).find(text => text !== null) : null
      const ends = [relation.source, relation.target].map(id => JSON.stringify(id)).join(' and ')
      const expected = 'it must return undefined, or a list such as [{ kind: "shares", min: 0.25, max: 0.5 }]'
      throwInvalidInput(
        operation,
        'readRelation',
        `returned ${problem ?? 'no readings'} for ${ends}: ${expected}`,
      )
    }
    readings.set(relation, structuredClone(result))
  }
  return readings
}

function isReadingList(result: unknown): result is readonly RelationReading[] {
  return Array.isArray(result) && result.length > 0 && result.every(reading => findProblem(reading) === null)
}

/** Names the field of a reading that is invalid; null if the reading is valid. */
function findProblem(reading: unknown): string | null {
  if (!isObjectWithFields(reading)) return 'a reading that is not an object'
  const fields = fieldsByKind.get(reading.kind)
  if (fields === undefined) return `the kind ${JSON.stringify(reading.kind)}`
  const unknownName = Object.keys(reading).find(name => name !== 'kind' && !fields.includes(name))
  if (unknownName !== undefined) return `the unknown field ${unknownName}`
  const { min, max, jointWith = [], endedOn = null } = reading
  if (fields.includes('min') && !isRange(min, max)) return 'min and max that are not 0 <= min <= max <= 1'
  for (const name of ['isMinExclusive', 'isIndirect', 'isForOthers'])
    if (reading[name] !== undefined && typeof reading[name] !== 'boolean')
      return `${name} that is not a boolean`
  if (!Array.isArray(jointWith) || !jointWith.every(id => typeof id === 'string'))
    return 'jointWith that is not a list of ids'
  return endedOn === null || (typeof endedOn === 'string' && isCalendarDate(endedOn))
    ? null
    : 'endedOn that is not a day, YYYY-MM-DD'
}

function isRange(min: unknown, max: unknown): boolean {
  return typeof min === 'number' && typeof max === 'number' && 0 <= min && min <= max && max <= 1
}
