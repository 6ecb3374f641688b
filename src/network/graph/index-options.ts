import { type RelationType, relationTypes } from '../../contract/values.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import { isCalendarDate } from '../../shared/time.ts'
import { isObjectWithFields, throwInvalidInput } from './assertions.ts'
import type { Namesake } from './namesakes.ts'

/** Which end of a relation is the owner, if the relation is about shares, votes or control. */
export type Direction = 'source_owns_target' | 'target_owns_source'

/** One direction for all relations, or a direction for each type of relation. */
export type Directions = Direction | { readonly [Type in RelationType]?: Direction | undefined }

/**
 * Options for interpreting a network.
 *
 * @example
 * const options: IndexOptions = { direction: 'target_owns_source', asOf: '2026-01-31', sameParties: [['p1', 'p2']] }
 */
export interface IndexOptions {
  /**
   * Which end of a relation is the owner, for all relations or by type. By default, the source is treated as
   * the owner. A result that would be different if the target were the owner is then only `possible`.
   */
  direction?: Directions | null | undefined
  /**
   * The day of the assessment, YYYY-MM-DD. If omitted, a relation with an end date may be current or ended.
   */
  asOf?: string | null | undefined
  /**
   * Groups of node ids that you know to be the same party. The first id represents the group, unless the group contains the root.
   */
  sameParties?: readonly (readonly string[])[] | undefined
}

/**
 * How a network was interpreted: the options (null if omitted) and the parties that share a name. Every
 * result contains these fields, so that the result can be explained and checked.
 */
export interface NetworkReading extends ReadingOptions {
  /** Parties that share a name, with their distinguishing fields. */
  readonly namesakes: readonly Namesake[]
}

/** The options as passed to `indexNetwork`. */
type ReadingOptions = { readonly [Name in keyof IndexOptions]-?: Exclude<IndexOptions[Name], undefined> }

/** Picks the interpretation options from an index or a result. */
export function pickReading({ direction, asOf, sameParties, namesakes }: NetworkReading): NetworkReading {
  return { direction, asOf, sameParties, namesakes }
}

export const indexOptionNames = ['direction', 'asOf', 'sameParties'] as const

/** Creates a function that returns the direction of a relation type. By default, the source is the owner. */
export function createDirectionLookup(directions: Directions | null): (type: string) => Direction {
  if (typeof directions === 'string') return () => directions
  const byType = new Map(
    Object.entries(directions ?? {}).map(([type, direction]) => [type.toLowerCase(), direction]),
  )
  return type => byType.get(type.toLowerCase()) ?? 'source_owns_target'
}

/** @throws InputValidationError if an option is invalid. */
export function assertIndexOptions(operation: string, options: IndexOptions, ids: ReadonlySet<string>): void {
  const { direction, asOf, sameParties }: { [Name in keyof IndexOptions]: unknown } = options
  const byType = isObjectWithFields(direction)
    ? direction
    : { [relationTypes[0]]: direction ?? 'source_owns_target' }
  const isType = (name: string) => relationTypes.some(type => type.toLowerCase() === name.toLowerCase())
  const isDirection = (candidate: unknown) =>
    candidate === 'source_owns_target' || candidate === 'target_owns_source'
  const invalidEntry = Object.entries(byType).find(([type, choice]) => !isType(type) || !isDirection(choice))
  if (invalidEntry !== undefined) {
    const suggestion = isObjectWithFields(direction) ? didYouMean(invalidEntry[0], relationTypes) : ''
    const ends = '"source_owns_target", "target_owns_source", or one of them by type of relation'
    throwInvalidInput(operation, 'direction', `must be one of ${ends}${suggestion}`)
  }
  if (asOf !== undefined && asOf !== null && !(typeof asOf === 'string' && isCalendarDate(asOf)))
    throwInvalidInput(operation, 'asOf', 'must be a day, YYYY-MM-DD')
  if (sameParties !== undefined) assertIdGroups(operation, 'sameParties', sameParties, ids)
}

/** @throws InputValidationError if the value is not a list of groups of node ids. */
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
