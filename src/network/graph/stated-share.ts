import type { Relation } from '../../model/network.ts'
import {
  flattenFields,
  isEmptyValue,
  isEnding,
  isNegative,
  type RelationField,
  sortEntries,
  toText,
  toWords,
} from './relation-fields.ts'
import { isHoldingType } from './relation-types.ts'
import { type Share, toShare } from './share.ts'

/** The share that a relation states. */
export type StatedShare =
  | { readonly kind: 'missing' }
  | { readonly kind: 'fraction'; readonly share: Share; readonly raw: number }
  | { readonly kind: 'percent'; readonly share: Share; readonly raw: string }
  | { readonly kind: 'unreadable'; readonly raw: unknown }

/**
 * Reads the share of a relation by these rules, in this order:
 *
 * - If the field occurs under several spellings with values, the share is unreadable.
 * - A blank share counts as missing, or as unreadable if another field or a text may state the share.
 * - A text or range with a percent sign is a percentage. A number from 0 to 1 is a fraction. Any other value is unreadable.
 * - A share that another field or a text contradicts is unreadable.
 */
export function readStatedShare(relation: Relation): StatedShare {
  const { exactShare, unknownFields } = relation.details
  const spellings = sortEntries(unknownFields).filter(([name]) => /^exact ?share$/.test(toWords(name)))
  const spelledValues = spellings.map(([, value]) => value).filter(value => !isEmptyValue(value))
  if (exactShare === null && spelledValues.length > 1) return { kind: 'unreadable', raw: spelledValues }
  const raw = exactShare ?? spelledValues[0]
  const stated = isEmptyValue(raw) ? null : parseShare(raw)
  if (stated?.kind === 'unreadable') return stated
  const others = collectStatements(relation, stated === null && isHoldingType(relation.type))
  const [contradiction] =
    stated === null ? others : others.filter(value => !isConsistentWith(value, stated.share))
  if (contradiction !== undefined)
    return { kind: 'unreadable', raw: stated === null ? contradiction : [raw, contradiction] }
  return stated ?? { kind: 'missing' }
}

function parseShare(raw: unknown): Exclude<StatedShare, { kind: 'missing' }> {
  if (typeof raw === 'string') {
    const share = parsePercent(raw)
    if (share !== null) return { kind: 'percent', share, raw }
  }
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return { kind: 'fraction', share: toShare(raw), raw }
  return { kind: 'unreadable', raw }
}

/**
 * Whether a share is, or may be, a percentage. If so, plain numbers in other relations of the same company
 * may be percentages too.
 */
export function isPercentage(stated: StatedShare): boolean {
  return (
    stated.kind === 'percent' || (stated.kind === 'unreadable' && [stated.raw].flat().some(mayBePercentage))
  )
}

function mayBePercentage(raw: unknown): boolean {
  return typeof raw === 'number' ? raw > 1 : percentSign.test(toText(raw)) && parseAmounts(raw).length > 0
}

/** Whether a relation states a share. */
export function hasShare(relation: Relation): boolean {
  return readStatedShare(relation).kind !== 'missing'
}

const shareWords = /share|stake|percent|pct|ownership|equity/
/** Words in the names of fields that never state a share, even if they contain numbers. */
const nonShareWords =
  /\b(ids?|uu?id|key|codes?|ref|reference|number|dates?|times?|years?|months?|days?|since|at|period|score|risk|rank|confidence)\b/
const percentSign = /%|per ?cent|\bpct\b/i

/**
 * Returns the values of other fields and texts that may state the share. If `isAnyNumber` is true, also
 * includes values with numbers without a percent sign.
 */
function collectStatements(relation: Relation, isAnyNumber: boolean): unknown[] {
  const { description, roleType } = relation.details
  const texts = [relation.label, description, roleType].filter(text => text !== null)
  const fields = [...texts.map((text): RelationField => ['', text, true]), ...flattenFields(relation)]
  const statements = fields.filter(([words, value]) => {
    if (isEnding(words)) return false
    if (shareWords.test(words)) return !isNegative(value)
    if (nonShareWords.test(words)) return false
    return percentSign.test(toText(value)) || (isAnyNumber && parseAmounts(value).length > 0)
  })
  return statements.map(([, value]) => value)
}

const months = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** Matches numbers that are not shares: numbers in URLs, in dates, and in words with digits. */
const nonShareNumbers = new RegExp(
  String.raw`https?:\S+|\d{1,9}([-./:]\d{1,9}){2,}|\d{4}-\d\d\b|\b${months}[a-z]{0,6}\.? \d{1,4}|\b\d{1,2}\.? ${months}|\b[a-z][\w-]{0,40}\d[\w-]*`,
  'gi',
)

/** Finds the numbers in a field or text that may be fractions or percentages. */
function parseAmounts(value: unknown): number[] {
  const numbers =
    toText(value)
      .replace(nonShareNumbers, '')
      .match(/(\d+([.,]\d+)*|\.\d+)/g) ?? []
  const amounts = numbers.map(text => Number(text.replace(/,(?=\d{3}\b)/g, '').replace(',', '.')))
  return amounts.filter(number => number > 0 && number <= 100)
}

/** Whether a field or text agrees with a share, or states no share. */
function isConsistentWith(value: unknown, { min, max }: Share): boolean {
  const amounts = parseAmounts(value)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  const isOpen = /more|over|above|least|[>≥+]/i.test(toText(value))
  const isWithin = (unit: number) =>
    least / unit <= max + textTolerance && (isOpen ? 1 : most / unit) >= min - textTolerance
  const mayBeFraction = most <= 1 && !percentSign.test(toText(value))
  return amounts.length === 0 || isWithin(100) || (mayBeFraction && isWithin(1))
}

/**
 * The maximum difference between a share in a text and the share field: half a percentage point, because
 * texts may contain rounded shares.
 */
const textTolerance = 0.005

/** Matches a number. Does not accept a comma before three digits, because it may separate thousands. */
const amountPattern = String.raw`(\d{1,3}(?:\.\d+|,(?!\d{3}\b)\d+)?)`
const percentagePattern = new RegExp(
  String.raw`^(?:(>|more than|over|above)|(>=|≥|at least)|(<=?|≤|less than|under|below|up to|at most)|=)?\s*${amountPattern}(?:\s*%?\s*(?:-|–|—|to)\s*${amountPattern})?\s*%$`,
  'i',
)
/**
 * The amount to add to the number after "more than", to get the minimum share. It is smaller than the
 * precision of any company register.
 */
const justAbove = 1e-9

/** Parses texts such as `50%`, `25-50%`, `>50%` and `more than 75 %`. */
function parsePercent(text: string): Share | null {
  const [, above, from, below, first, second] = percentagePattern.exec(text.trim().replace(/\s+/g, ' ')) ?? []
  const isLimit = [above, from, below].some(limit => limit !== undefined)
  if (first === undefined || (isLimit && second !== undefined)) return null
  const min = below === undefined ? parseFraction(first) + (above === undefined ? 0 : justAbove) : 0
  const max = isLimit && below === undefined ? 1 : parseFraction(second ?? first)
  return min <= max && max <= 1 ? { min, max } : null
}

/**
 * Converts a percentage to a fraction. Does not divide by 100, because a division may cause a rounding error.
 */
function parseFraction(number: string): number {
  return Number(`${number.replace(',', '.')}e-2`)
}
