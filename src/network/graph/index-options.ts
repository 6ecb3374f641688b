import { type RelationType, relationTypes } from '../../contract/values.ts'
import { didYouMean } from '../../shared/text/nearest.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { isPlainObject, throwInvalidInput } from './assertions.ts'
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
export interface NetworkReading extends ReadingOptions {
  /** Parties that share a name, with what distinguishes them. */
  readonly namesakes: readonly Namesake[]
}

/** The options, as they were given. */
type ReadingOptions = { readonly [Name in keyof IndexOptions]-?: Exclude<IndexOptions[Name], undefined> }

/** Of an index, or of a result. */
export function pickReading({ direction, asOf, same, namesakes }: NetworkReading): NetworkReading {
  return { direction, asOf, same, namesakes }
}

export const indexOptionNames = ['direction', 'asOf', 'same'] as const

/** By type, which end is the owner: the source where it is not given. */
export function createDirectionLookup(directions: Directions | null): (type: string) => Direction {
  if (typeof directions === 'string') return () => directions
  const byType = new Map(
    Object.entries(directions ?? {}).map(([type, direction]) => [type.toLowerCase(), direction]),
  )
  return type => byType.get(type.toLowerCase()) ?? 'source_owns_target'
}

/** @throws InputValidationError where an option is not what it has to be. */
export function assertIndexOptions(operation: string, options: IndexOptions, ids: ReadonlySet<string>): void {
  const { direction, asOf, same }: { [Name in keyof IndexOptions]: unknown } = options
  const byType = isPlainObject(direction)
    ? direction
    : { [relationTypes[0]]: direction ?? 'source_owns_target' }
  const isType = (name: string) => relationTypes.some(type => type.toLowerCase() === name.toLowerCase())
  const isDirection = (candidate: unknown) =>
    candidate === 'source_owns_target' || candidate === 'target_owns_source'
  const invalidEntry = Object.entries(byType).find(([type, choice]) => !isType(type) || !isDirection(choice))
  if (invalidEntry !== undefined) {
    const suggestion = isPlainObject(direction) ? didYouMean(invalidEntry[0], relationTypes) : ''
    const ends = '"source_owns_target", "target_owns_source", or one of them by type of relation'
    throwInvalidInput(operation, 'direction', `must be one of ${ends}${suggestion}`)
  }
  if (asOf !== undefined && asOf !== null && !(typeof asOf === 'string' && isCalendarDate(asOf)))
    throwInvalidInput(operation, 'asOf', 'must be a day, YYYY-MM-DD')
  if (same !== undefined) assertIdGroups(operation, 'same', same, ids)
}

/** @throws InputValidationError where they are no groups of ids of nodes. */
export function assertIdGroups(
  operation: string,
  field: string,
  groups: unknown,
  ids: Pick<ReadonlySet<string>, 'has'>,
): void {
  if (!Array.isArray(groups) || !groups.every(Array.isArray))
    throwInvalidInput(operation, field, 'must be lists of ids')
  if (!groups.flat().every((id: unknown) => typeof id === 'string' && ids.has(id)))
    throwInvalidInput(operation, field, 'must be lists of ids of nodes of the network')
}
