import { type RelationType, relationTypes } from '../../contract/values.ts'
import { memoize } from '../../shared/memoize.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { ReadRelation } from '../relations/relation-reading.ts'
import type { Direction } from '../relations/relation-types.ts'
import type { KnownWords } from '../relations/relation-words.ts'
import { isObjectWithFields, throwInvalidInput } from './assertions.ts'
import type { Namesake } from './namesakes.ts'

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
  /** Words or phrases of your data that are certain too, in any language, for a `holding` or an `office`. Case does not matter. */
  knownWords?: KnownWords | null | undefined
  /** Unknown fields of relations that have no effect, by name. Only the letters and digits of names are compared. */
  knownFields?: Readonly<Record<string, 'ignore'>> | null | undefined
  /**
   * Reads relations in place of the rules of this package. It is called once for each relation, and returns the readings of the
   * relation, or undefined to read it by the rules. See `readPscRelation` for the UK register.
   */
  readRelation?: ReadRelation | undefined
}

/**
 * How a network was interpreted: the options (null if omitted) and the parties that share a name. Every
 * result contains these fields, so that the result can be explained and checked.
 */
export interface NetworkReading extends ReadingOptions {
  /** Parties that share a name, with their distinguishing fields. */
  readonly namesakes: readonly Namesake[]
}

/** The options as passed to `indexNetwork`, except `readRelation`, which is not data. */
type ReadingOptions = {
  readonly [Name in Exclude<keyof IndexOptions, 'readRelation'>]-?: Exclude<IndexOptions[Name], undefined>
}

/** Picks the options of an index except `readRelation`, each with its default. */
export function pickReadingOptions(options: IndexOptions): ReadingOptions {
  const { direction = null, asOf = null, sameParties = [], knownWords = null, knownFields = null } = options
  return { direction, asOf, sameParties, knownWords, knownFields }
}

/** Picks the interpretation of a network from an index or a result. */
export function pickReading(reading: NetworkReading): NetworkReading {
  return { ...pickReadingOptions(reading), namesakes: reading.namesakes }
}

export const indexOptionNames = [
  'direction',
  'asOf',
  'sameParties',
  'knownWords',
  'knownFields',
  'readRelation',
] as const

/** Creates a function that returns the direction of a relation type. By default, the source is the owner. */
export function createDirectionLookup(directions: Directions | null): (type: string) => Direction {
  if (typeof directions === 'string') return () => directions
  const byType = new Map(
    Object.entries(directions ?? {}).map(([type, direction]) => [type.toLowerCase(), direction]),
  )
  return memoize(type => byType.get(type.toLowerCase()) ?? 'source_owns_target')
}

/** @throws InputValidationError if an option is invalid. */
export function assertIndexOptions(operation: string, options: IndexOptions, ids: ReadonlySet<string>): void {
  const untyped: { [Name in keyof IndexOptions]: unknown } = options
  const { direction, asOf, sameParties, knownWords, knownFields, readRelation } = untyped
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
  if (!areKnownWords(knownWords ?? {}))
    throwInvalidInput(operation, 'knownWords', 'must be { holding, office }, each a list of words')
  if (
    !(
      isObjectWithFields(knownFields ?? {}) && Object.values(knownFields ?? {}).every(use => use === 'ignore')
    )
  )
    throwInvalidInput(operation, 'knownFields', 'must have "ignore" for each field')
  if (readRelation !== undefined && typeof readRelation !== 'function')
    throwInvalidInput(operation, 'readRelation', 'must be a function')
}

function areKnownWords(knownWords: unknown): boolean {
  const isWord = (word: unknown) => typeof word === 'string' && /[\p{L}\p{N}]/u.test(word)
  return (
    isObjectWithFields(knownWords) &&
    Object.entries(knownWords).every(
      ([kind, words = []]) => /^(holding|office)$/.test(kind) && Array.isArray(words) && words.every(isWord),
    )
  )
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
