import type { Relation } from '../../model/network.ts'
import { isBlank, isEmpty, isEnding, saysNo, textIn, wordsOf } from './field-words.ts'
import { kindOf } from './relation-types.ts'
import { exactly, type Share } from './share.ts'

/** How the share of a relation is given. A bare number above 1 says that the company's shares may be percentages. */
export type GivenShare =
  | { readonly kind: 'missing' }
  | { readonly kind: 'fraction'; readonly share: Share; readonly raw: number }
  | { readonly kind: 'percent'; readonly share: Share; readonly raw: string }
  | { readonly kind: 'unreadable'; readonly raw: unknown; readonly isPercentage: boolean }

const missing: GivenShare = { kind: 'missing' }

/**
 * Reads a share. In this order: a blank one is missing, or unreadable where another field or a text may state it; so is one that
 * these contradict; a text or band with a percent sign is what it says; a number from 0 to 1 is a fraction; everything else is
 * unreadable.
 */
export function givenShare(relation: Relation): GivenShare {
  const { exactShare, unknownFields } = relation.details
  const raw = exactShare ?? fieldIn(unknownFields, name => name === 'exactshare')
  if (isBlank(raw)) {
    const other = statedElsewhere(relation, false)[0] ?? null
    return other === null ? missing : unreadable(other)
  }
  const read = readShare(raw)
  if (read.kind === 'unreadable' || read.kind === 'missing') return read
  const other = statedElsewhere(relation, true).find(value => !isSaidBy(value, read.share))
  return other === undefined ? read : unreadable([raw, other])
}

function readShare(raw: unknown): GivenShare {
  if (typeof raw === 'string' && raw.includes('%')) {
    const share = percentIn(raw)
    if (share !== null) return { kind: 'percent', share, raw }
  }
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return { kind: 'fraction', share: exactly(raw), raw }
  return unreadable(raw)
}

function unreadable(raw: unknown): GivenShare {
  return { kind: 'unreadable', raw, isPercentage: typeof raw === 'number' && raw > 1 }
}

/** Whether a relation says anything about a share. */
export function hasShare(relation: Relation): boolean {
  return typeof relation.details.exactShare === 'number' || givenShare(relation).kind !== 'missing'
}

/** The value of the first field that is asked for by the letters of its name. */
function fieldIn(fields: Readonly<Record<string, unknown>>, isAsked: (letters: string) => boolean): unknown {
  for (const name in fields) if (isAsked(name.replace(/[^a-z]/gi, '').toLowerCase())) return fields[name]
  return null
}

const shareWords = /share|stake|percent|pct|ownership|equity/
/** Of fields that state no share, whatever numbers they hold. */
const otherWords =
  /\b(ids?|uu?id|key|codes?|ref|reference|number|dates?|times?|years?|months?|days?|since|at|period|score|risk|rank|confidence)\b/
const percentSign = /%|per ?cent|\bpct\b/i
const months = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** Addresses, dates, and words that hold digits. */
const otherNumbers = new RegExp(
  String.raw`https?:\S+|\d{1,9}([-./:]\d{1,9}){2,}|\d{4}-\d\d\b|\b${months}[a-z]{0,6}\.? \d{1,4}|\b\d{1,2}\.? ${months}|\b[a-z][\w-]{0,40}\d[\w-]*`,
  'gi',
)

/**
 * What states a share, or may, beside the field of it: a field that is called so, a text with a percent sign; of shares and votes
 * without a share any number of at most 100.
 */
function statedElsewhere({ type, label, details, unknownFields }: Relation, isGiven: boolean): unknown[] {
  const { description, keyPosition, roleType } = details
  const isBare = (label ?? description ?? keyPosition ?? roleType) === null
  if (isBare && isEmpty(unknownFields) && isEmpty(details.unknownFields)) return []
  const kind = kindOf(type)
  const isAnyNumber = !isGiven && (kind === 'shares' || kind === 'votes')
  const isPercent = kind !== null || type === 'RoleRelationship'
  const texts = Object.entries({ label, description, keyPosition, roleType })
  const pending = [...texts, ...Object.entries(details.unknownFields), ...Object.entries(unknownFields)]
  const found: unknown[] = []
  for (const [name, value] of pending) {
    const words = wordsOf(name)
    const isShare = shareWords.test(words)
    if (isEnding(words) || (!isShare && otherWords.test(words))) continue
    if (isShare && saysNo(value)) continue
    if (isShare) found.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.entries(value)) pending.push(inner)
    else if (isPercent && percentSign.test(textIn(value))) found.push(value)
    else if (isAnyNumber && amountsIn(value).length > 0) found.push(value)
  }
  return found
}

/** The numbers in a text, or of a field, that may be a share or a percentage. */
function amountsIn(value: unknown): number[] {
  const numbers =
    textIn(value)
      .replace(otherNumbers, '')
      .match(/\d+([.,]\d+)*/g) ?? []
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
  return (
    amounts.length === 0 || isWithin(100) || (most <= 1 && !percentSign.test(textIn(value)) && isWithin(1))
  )
}

/** Half a percent: a text may say less exactly what a share says. */
const rounded = 0.005

/** A comma before three digits may be of thousands. */
const amount = String.raw`(\d{1,3}(?:\.\d+|,(?!\d{3}\b)\d+)?)`
const band = new RegExp(String.raw`^${amount}\s*%?\s*(?:-|–|—|to)\s*${amount}\s*%$`)
const limit = new RegExp(
  String.raw`^(|>|>=|≥|<|<=|≤|=|more than|over|above|at least|less than|under|below|up to|at most)\s*${amount}\s*%(\s*or more|\s*or less|\s*\+)?$`,
)
/** More, or less, by less than any register tells. */
const little = 1e-9

function percentIn(text: string): Share | null {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const [, least, most] = band.exec(plain) ?? []
  const share = least === undefined ? limitIn(plain) : { min: fraction(least), max: fraction(most) }
  return share !== null && share.min <= share.max && share.max <= 1 ? share : null
}

function limitIn(plain: string): Share | null {
  const [, before = '', number, after = ''] = limit.exec(plain) ?? []
  if (number === undefined || (before !== '' && after !== '')) return null
  const value = fraction(number)
  if (/^(>|more than|over|above)$/.test(before)) return { min: value + little, max: 1 }
  if (/^(<|less than|under|below)$/.test(before)) return { min: 0, max: Math.max(0, value - little) }
  if (/^(>=|≥|at least)$/.test(before) || /more|\+/.test(after)) return { min: value, max: 1 }
  if (/^(<=|≤|up to|at most)$/.test(before) || /less/.test(after)) return { min: 0, max: value }
  return exactly(value)
}

/** As a decimal literal: 55 % divided by 100 would not be what 0.55 is. */
function fraction(number = ''): number {
  return Number(`${number.replace(',', '.')}e-2`)
}
