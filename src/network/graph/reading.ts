import { type RelationType, relationTypes } from '../../contract/values.ts'
import { didYouMean } from '../../shared/text/nearest.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { isPlain, refuse } from './check.ts'
import type { Namesake } from './namesakes.ts'

/** Which end of a shareholding, of votes and of control is the owner. */
export type Direction = 'source_owns_target' | 'target_owns_source'

/** A direction for all relations, or one by type. */
export type Directions = Direction | { readonly [Type in RelationType]?: Direction | undefined }

/**
 * How to read a network.
 *
 * @example
 * const options: IndexOptions = { direction: 'target_owns_source', asOf: '2026-01-31', same: [['p1', 'p2']] }
 */
export interface IndexOptions {
  /** Which end is the owner, for all relations or by type. Without it the source is, and `possible` is said if the target matters. */
  direction?: Directions | null | undefined
  /** The day for which relations count, YYYY-MM-DD. Without it, a relation with an end date counts as current and as ended both. */
  asOf?: string | null | undefined
  /** Groups of node ids that are one party each, by your word. The first id of a group stands for it; the root's goes first. */
  same?: readonly (readonly string[])[] | undefined
}

/** How a network was read; null where it was not said. Each result has it, so that it can be explained and checked. */
export interface NetworkReading extends GivenReading {
  /** Parties that share a name, with what distinguishes them. */
  readonly namesakes: readonly Namesake[]
}

/** The options, as they were given. */
type GivenReading = { readonly [Name in keyof IndexOptions]-?: Exclude<IndexOptions[Name], undefined> }

/** Of an index, or of a result. */
export function readingOf({ direction, asOf, same, namesakes }: NetworkReading): NetworkReading {
  return { direction, asOf, same, namesakes }
}

export const readingOptions = ['direction', 'asOf', 'same'] as const

/** By type, which end is the owner: the source where it is not given. */
export function directionFor(given: Directions | null): (type: string) => Direction {
  if (typeof given === 'string') return () => given
  const byType = new Map(Object.entries(given ?? {}).map(([type, one]) => [type.toLowerCase(), one]))
  return type => byType.get(type.toLowerCase()) ?? 'source_owns_target'
}

/** @throws InputValidationError where an option is not what it has to be. */
export function checkReading(operation: string, options: IndexOptions, ids: ReadonlySet<string>): void {
  const { direction, asOf, same }: { [Name in keyof IndexOptions]: unknown } = options
  const given = isPlain(direction) ? direction : { [relationTypes[0]]: direction ?? 'source_owns_target' }
  const isType = (name: string) => relationTypes.some(type => type.toLowerCase() === name.toLowerCase())
  const isDirection = (one: unknown) => one === 'source_owns_target' || one === 'target_owns_source'
  const wrong = Object.entries(given).find(([type, one]) => !isType(type) || !isDirection(one))
  if (wrong !== undefined) {
    const meant = isPlain(direction) ? didYouMean(wrong[0], relationTypes) : ''
    const ends = '"source_owns_target", "target_owns_source", or one of them by type of relation'
    refuse(operation, 'direction', `must be one of ${ends}${meant}`)
  }
  if (asOf !== undefined && asOf !== null && !(typeof asOf === 'string' && isCalendarDate(asOf)))
    refuse(operation, 'asOf', 'must be a day, YYYY-MM-DD')
  if (same !== undefined) checkGroups(operation, 'same', same, ids)
}

/** @throws InputValidationError where they are no groups of ids of nodes. */
export function checkGroups(
  operation: string,
  field: string,
  groups: unknown,
  ids: Pick<ReadonlySet<string>, 'has'>,
): void {
  if (!Array.isArray(groups) || !groups.every(Array.isArray)) refuse(operation, field, 'must be lists of ids')
  if (!groups.flat().every((id: unknown) => typeof id === 'string' && ids.has(id)))
    refuse(operation, field, 'must be lists of ids of nodes of the network')
}
