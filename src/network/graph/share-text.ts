import type { Relation } from '../../model/network.ts'
import { exactly, type Share } from './share.ts'

/** How the share of a relation is given. A bare number above 1 says that the company's shares may be percentages. */
export type GivenShare =
  | { readonly kind: 'missing' }
  | { readonly kind: 'fraction'; readonly share: Share; readonly raw: number }
  | { readonly kind: 'percent'; readonly share: Share; readonly raw: string }
  | { readonly kind: 'unreadable'; readonly raw: unknown; readonly isPercentage: boolean }

const missing: GivenShare = { kind: 'missing' }

/**
 * Reads a share. In this order: a blank one is missing; a text or band with a percent sign is what it says; a number from 0 to 1 is
 * a fraction; everything else is unreadable.
 */
export function givenShare({
  details: { exactShare, unknownFields },
  unknownFields: others,
}: Relation): GivenShare {
  const raw = exactShare ?? fieldIn(unknownFields, name => name === 'exactshare')
  if (isBlank(raw)) {
    const other = fieldIn(unknownFields, mentionsShare) ?? fieldIn(others, mentionsShare)
    return other === null ? missing : { kind: 'unreadable', raw: other, isPercentage: isAboveOne(other) }
  }
  if (typeof raw === 'string' && raw.includes('%')) {
    const share = percentIn(raw)
    if (share !== null) return { kind: 'percent', share, raw }
  }
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return { kind: 'fraction', share: exactly(raw), raw }
  return { kind: 'unreadable', raw, isPercentage: isAboveOne(raw) }
}

/** Whether a relation says anything about a share. */
export function hasShare(relation: Relation): boolean {
  return typeof relation.details.exactShare === 'number' || givenShare(relation).kind !== 'missing'
}

/** The value of the first field that is asked for by the letters of its name. */
function fieldIn(
  fields: Readonly<Record<string, unknown>>,
  isAsked: (letters: string, value: unknown) => boolean,
): unknown {
  for (const name in fields)
    if (isAsked(name.replace(/[^a-z]/gi, '').toLowerCase(), fields[name])) return fields[name]
  return null
}

/** A share under another name is given, and what it says is not known. */
function mentionsShare(letters: string, value: unknown): boolean {
  return /share|stake|percent|pct|ownership|equity/.test(letters) && !saysNo(value)
}

function isAboveOne(value: unknown): boolean {
  return typeof value === 'number' && value > 1
}

export function saysNo(value: unknown): boolean {
  return (
    isBlank(value) ||
    value === false ||
    value === 0 ||
    /^(n|no|none|false|0|n\/a)$/i.test(String(value).trim())
  )
}

/** What stands for no value, as elsewhere in the service. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && /^\s*[-–—]?\s*$/.test(value))
}

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
