import type { Relation } from '../../model/network.ts'
import {
  type Field,
  fieldsOf,
  isBlank,
  isEnding,
  saysNo,
  sortedEntries,
  textIn,
  wordsOf,
} from './relation-fields.ts'
import { isHolding } from './relation-types.ts'
import { exactly, type Share } from './share.ts'

/** How the share of a relation is given. */
export type GivenShare =
  | { readonly kind: 'missing' }
  | { readonly kind: 'fraction'; readonly share: Share; readonly raw: number }
  | { readonly kind: 'percent'; readonly share: Share; readonly raw: string }
  | { readonly kind: 'unreadable'; readonly raw: unknown }

/**
 * Reads a share. In this order: several spellings of it that could not be read are unreadable; a blank one is missing, or unreadable where another field or a text may state it; so is one that
 * these contradict; a text or band with a percent sign is what it says; a number from 0 to 1 is a fraction; everything else is
 * unreadable.
 */
export function givenShare(relation: Relation): GivenShare {
  const { exactShare, unknownFields } = relation.details
  const spellings = sortedEntries(unknownFields).filter(([name]) => /^exact ?share$/.test(wordsOf(name)))
  const spelled = spellings.map(([, value]) => value).filter(value => !isBlank(value))
  if (exactShare === null && spelled.length > 1) return { kind: 'unreadable', raw: spelled }
  const raw = exactShare ?? spelled[0]
  const given = isBlank(raw) ? null : readShare(raw)
  if (given?.kind === 'unreadable') return given
  const others = statementsIn(relation, given === null && isHolding(relation.type))
  const [other] = given === null ? others : others.filter(value => !isSaidBy(value, given.share))
  if (other !== undefined) return { kind: 'unreadable', raw: given === null ? other : [raw, other] }
  return given ?? { kind: 'missing' }
}

function readShare(raw: unknown): Exclude<GivenShare, { kind: 'missing' }> {
  if (typeof raw === 'string') {
    const share = percentIn(raw)
    if (share !== null) return { kind: 'percent', share, raw }
  }
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return { kind: 'fraction', share: exactly(raw), raw }
  return { kind: 'unreadable', raw }
}

/** Whether a share is a percentage: a bare number of the same company may be one too. */
export function isPercentage(given: GivenShare): boolean {
  return given.kind === 'percent' || (given.kind === 'unreadable' && [given.raw].flat().some(mayBePercentage))
}

function mayBePercentage(raw: unknown): boolean {
  return typeof raw === 'number' ? raw > 1 : percentSign.test(textIn(raw)) && amountsIn(raw).length > 0
}

/** Whether a relation says anything about a share. */
export function hasShare(relation: Relation): boolean {
  return givenShare(relation).kind !== 'missing'
}

const shareWords = /share|stake|percent|pct|ownership|equity/
/** Of fields that state no share, whatever numbers they hold. */
const otherWords =
  /\b(ids?|uu?id|key|codes?|ref|reference|number|dates?|times?|years?|months?|days?|since|at|period|score|risk|rank|confidence)\b/
const percentSign = /%|per ?cent|\bpct\b/i

/** What fields and texts state, or may, beside the field of a share: of any number, only where that is asked for. */
function statementsIn(relation: Relation, isAnyNumber: boolean): unknown[] {
  const { description, roleType } = relation.details
  const texts = [relation.label, description, roleType].filter(text => text !== null)
  const fields = [...texts.map((text): Field => ['', text, true]), ...fieldsOf(relation)]
  const stating = fields.filter(([words, value]) => {
    if (isEnding(words)) return false
    if (shareWords.test(words)) return !saysNo(value)
    if (otherWords.test(words)) return false
    return percentSign.test(textIn(value)) || (isAnyNumber && amountsIn(value).length > 0)
  })
  return stating.map(([, value]) => value)
}

const months = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** Addresses, dates, and words that hold digits. */
const otherNumbers = new RegExp(
  String.raw`https?:\S+|\d{1,9}([-./:]\d{1,9}){2,}|\d{4}-\d\d\b|\b${months}[a-z]{0,6}\.? \d{1,4}|\b\d{1,2}\.? ${months}|\b[a-z][\w-]{0,40}\d[\w-]*`,
  'gi',
)

/** The numbers in a text, or of a field, that may be a share or a percentage. */
function amountsIn(value: unknown): number[] {
  const numbers =
    textIn(value)
      .replace(otherNumbers, '')
      .match(/(\d+([.,]\d+)*|\.\d+)/g) ?? []
  const amounts = numbers.map(one => Number(one.replace(/,(?=\d{3}\b)/g, '').replace(',', '.')))
  return amounts.filter(one => one > 0 && one <= 100)
}

/** Whether a field or a text agrees with a share, or says nothing of it. */
function isSaidBy(value: unknown, { min, max }: Share): boolean {
  const amounts = amountsIn(value)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  const isOpen = /more|over|above|least|[>≥+]/i.test(textIn(value))
  const isWithin = (unit: number) =>
    least / unit <= max + rounded && (isOpen ? 1 : most / unit) >= min - rounded
  const mayBeFraction = most <= 1 && !percentSign.test(textIn(value))
  return amounts.length === 0 || isWithin(100) || (mayBeFraction && isWithin(1))
}

/** Half a percent: a text may say less exactly what a share says. */
const rounded = 0.005

/** A comma before three digits may be of thousands. */
const amount = String.raw`(\d{1,3}(?:\.\d+|,(?!\d{3}\b)\d+)?)`
const percentage = new RegExp(
  String.raw`^(?:(>|more than|over|above)|(>=|≥|at least)|(<=?|≤|less than|under|below|up to|at most)|=)?\s*${amount}(?:\s*%?\s*(?:-|–|—|to)\s*${amount})?\s*%$`,
  'i',
)
/** More by less than any register tells. */
const little = 1e-9

/** `50%`, `25-50%`, `>50%`, `more than 75 %`. */
function percentIn(text: string): Share | null {
  const [, above, from, below, one, other] = percentage.exec(text.trim().replace(/\s+/g, ' ')) ?? []
  const isLimit = [above, from, below].some(limit => limit !== undefined)
  if (one === undefined || (isLimit && other !== undefined)) return null
  const min = below === undefined ? fraction(one) + (above === undefined ? 0 : little) : 0
  const max = isLimit && below === undefined ? 1 : fraction(other ?? one)
  return min <= max && max <= 1 ? { min, max } : null
}

/** As a decimal literal: 55 % divided by 100 would not be what 0.55 is. */
function fraction(number: string): number {
  return Number(`${number.replace(',', '.')}e-2`)
}
