import type { Relation } from '../../model/network.ts'
import { isMajority, type Share, toParts, toShare } from '../share.ts'
import { isEmptyValue, type RelationField, readSpelledShares, toText } from './relation-fields.ts'
import { interestKindOf, isHoldingKind } from './relation-types.ts'
import { findShareWords } from './relation-words.ts'
import { findNumbers, findPercentages, parsePercentage } from './share-grammar.ts'

/** The share that a relation states. `settled`: the unit of the share is certain, as of a number that lies in a stated range. */
export type StatedShare =
  | { readonly kind: 'missing' }
  | { readonly kind: 'settled'; readonly share: Share }
  | { readonly kind: 'fraction'; readonly share: Share; readonly raw: number }
  | { readonly kind: 'percent'; readonly share: Share; readonly raw: string }
  | {
      readonly kind: 'unreadable'
      readonly raw: unknown
      /** Whether the share is not in its field, but in a text or another field. */
      readonly isElsewhere?: true
      /** Whether `raw` is the share, and what contradicts it. */
      readonly isContradicted?: true
    }

/**
 * Reads the share of a relation by these rules, in this order:
 *
 * - If several spellings of the field have values, the share is unreadable.
 * - A blank share is missing, or unreadable if another field or a text may state the share.
 * - A text with a percent sign is a percentage or a range. A number from 0 to 1 is a fraction. Any other value is unreadable.
 * - A range in a text or another field that contains the share is the share. If a text, a word such as "majority", or a field
 *   contradicts the share, the share is unreadable. So is half or less of a subsidiary: its type states a majority.
 */
export function readStatedShare(relation: Relation, fields: readonly RelationField[]): StatedShare {
  const { exactShare } = relation.details
  const spelledShares = exactShare === null ? readSpelledShares(relation) : []
  if (spelledShares.length > 1) return { kind: 'unreadable', raw: spelledShares }
  const raw = exactShare ?? spelledShares[0]
  const stated = isEmptyValue(raw) ? null : parseShare(raw)
  if (stated?.kind === 'unreadable') return stated
  const isHolding = isHoldingKind(interestKindOf(relation.type))
  const mayBeNumber = stated === null && isHolding
  const worded = isHolding ? findShareWords(relation) : null
  const statements = collectStatements(relation, fields).filter(statement =>
    mayStateShare(statement, mayBeNumber),
  )
  if (stated === null) {
    const raw =
      statements[0]?.value ??
      (worded !== null && mayChangeShare(worded.share, relation.type) ? worded.text : undefined)
    return raw === undefined ? { kind: 'missing' } : { kind: 'unreadable', raw, isElsewhere: true }
  }
  if (relation.type === 'SubsidiaryRelationship' && !isMajority(toParts(stated.share.max)))
    return { kind: 'unreadable', raw: [raw, relation.type], isContradicted: true }
  if (worded !== null && !overlaps(worded.share, stated.share))
    return { kind: 'unreadable', raw: [raw, worded.text], isContradicted: true }
  let range: Share | null = null
  for (const { value, isShareField } of statements) {
    const amounts = findAmounts(value, isShareField)
    const consistent = amounts.flatMap(
      readings => readings.find(share => overlaps(share, stated.share)) ?? [],
    )
    if (amounts.length === 0 || consistent.length < amounts.length)
      return { kind: 'unreadable', raw: [raw, value], isContradicted: true }
    range ??= consistent.find(({ min, max }) => max > min) ?? null
  }
  const { min, max } = stated.share
  if (range === null || min !== max) return stated
  // A number beside the range, within the tolerance, leaves both open.
  return { kind: 'settled', share: { min: Math.min(min, range.min), max: Math.max(max, range.max) } }
}

/** Whether words of this size say more than the type of a relation without a share. The type of a subsidiary states a majority. */
function mayChangeShare({ min, max }: Share, type: string): boolean {
  return type === 'SubsidiaryRelationship' ? max <= 0.5 : min > 0
}

/**
 * Creates the share of a holding whose holders may each hold all of it, so that the stated share is not the holder's own.
 *
 * @param reason what raises the doubt. It is reported if no share is stated.
 */
export function createDoubtfulShare(relation: Relation, reason: unknown): StatedShare {
  const raw = [relation.details.exactShare, ...readSpelledShares(relation)].find(
    share => !isEmptyValue(share),
  )
  return raw === undefined
    ? { kind: 'unreadable', raw: reason, isElsewhere: true }
    : { kind: 'unreadable', raw }
}

function parseShare(raw: unknown): Exclude<StatedShare, { kind: 'missing' | 'settled' }> {
  if (typeof raw === 'string') {
    const share = parsePercentage(raw)
    if (share !== null) return { kind: 'percent', share, raw }
  }
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return { kind: 'fraction', share: toShare(raw), raw }
  return { kind: 'unreadable', raw }
}

/** Whether a share is, or may be, a percentage. If so, a plain number for the same company may be a percentage too. */
export function isPercentage(stated: StatedShare): boolean {
  if (stated.kind !== 'unreadable' || stated.isElsewhere) return stated.kind === 'percent'
  const [raw] = [stated.raw].flat()
  return typeof raw === 'number' ? raw > 1 : findPercentages(toText(raw)).length > 0
}

/** A text or another field that may state a share. */
interface Statement {
  readonly value: unknown
  /** Whether the field's name mentions a share, so that any value states one. */
  readonly isShareField: boolean
}

function collectStatements({ label, details }: Relation, fields: readonly RelationField[]): Statement[] {
  const texts = [label, details.keyPosition, details.description, details.roleType]
  return [
    ...texts.flatMap(value => (value === null ? [] : [{ value, isShareField: false }])),
    ...fields.flatMap(({ meaning, value }) =>
      meaning === 'share' || meaning === 'unknown' ? [{ value, isShareField: meaning === 'share' }] : [],
    ),
  ]
}

function mayStateShare({ value, isShareField }: Statement, mayBeNumber: boolean): boolean {
  return (
    isShareField ||
    findPercentages(toText(value)).length > 0 ||
    (mayBeNumber && findNumbers(toText(value)).length > 0)
  )
}

/**
 * Finds the amounts that a text or field states, each with its possible readings: a number up to 1 is a fraction or a percentage.
 * An amount without a meaning has no reading.
 */
function findAmounts(value: unknown, isShareField: boolean): Share[][] {
  const percentages = findPercentages(toText(value)).map(share => (share === null ? [] : [share]))
  if (percentages.length > 0 || !isShareField) return percentages
  return findNumbers(toText(value)).map(number => [
    toShare(number / 100),
    ...(number <= 1 ? [toShare(number)] : []),
  ])
}

/**
 * How far a share in a text may differ from the share field: half a percentage point, because texts may be rounded.
 */
const textTolerance = 0.005

function overlaps(a: Share, b: Share): boolean {
  return a.min <= b.max + textTolerance && a.max >= b.min - textTolerance
}
