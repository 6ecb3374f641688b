import type { PepEntry, RiskEntry } from '../../../model/network.ts'
import type { RememberedEntity } from '../remembered.ts'
import type { ChangedParty, EntityChange, FindingChange, NetworkChange, PepChange } from './changes.ts'
import { formatRelationChange } from './format-relations.ts'
import { called, cut, inBrackets } from './words.ts'

/**
 * Formats a change as one line of plain English, for a terminal, an email or a log. It names the parties, so it may contain
 * personal data. Control characters in names are removed.
 *
 * @example
 * const before = await client.entities.list()
 * // … later
 * for (const change of diff(before, await client.entities.list())) console.log(formatChange(change))
 * // Nordwind GmbH: risk up from low to high
 */
export function formatChange(change: EntityChange<RememberedEntity> | NetworkChange): string {
  // A name can hold a line break, a terminal's escape sequence or a mark that turns the direction of text.
  return sentenceOf(change)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

function sentenceOf(change: EntityChange<RememberedEntity> | NetworkChange): string {
  switch (change.kind) {
    case 'entity_new':
      return `${called(change)}: new in the list${inBrackets(change.entity.type, change.entity.countryCode, change.entity.riskLabel)}`
    case 'entity_gone':
      return `${called(change)}: not in the list any more`
    case 'node_new':
      return `${called(change)} is new in the network${inBrackets(change.node.type, change.node.countryCode)}`
    case 'node_gone':
      return `${called(change)} is not in the network any more`
    case 'root_changed':
      return `the root of the network is ${change.after ? called(change.after) : 'not known'} now, ${change.before ? called(change.before) : 'not known'} before`
    case 'renamed':
    case 'node_renamed':
      return `${cut(change.before || change.id)} ${change.after ? `is called ${cut(change.after)}` : 'has no name'} now`
    default:
      if ('entry' in change) return finding(change)
      return 'source' in change ? formatRelationChange(change) : moved(change)
  }
}

interface Move extends ChangedParty {
  readonly kind: string
  readonly before: string | number | null
  readonly after: string | number | null
}

function moved(change: Move): string {
  const { kind } = change
  const about = called(change)
  const what = whatMoved(kind)
  const [before, after] = [shown(change.before), shown(change.after)]
  if (before === '') return `${about}: ${what} is ${after} now, none before`
  if (after === '') return `${about}: no ${what} now, ${before} before`
  const way = kind.endsWith('_up') ? 'up' : kind.endsWith('_down') ? 'down' : 'changed'
  return `${about}: ${what} ${way} from ${before} to ${after}`
}

/** The kind without the way: a `due_date_changed` is about a due date. */
function whatMoved(kind: string): string {
  if (/^risk_level_(up|down|changed)$/.test(kind)) return 'risk'
  const words = kind.replace('node_risk', 'calculated_risk').replace('node_', '').split('_')
  return words.slice(0, -1).join(' ')
}

function shown(value: string | number | null): string {
  return value === null ? '' : cut(String(value))
}

function finding(change: FindingChange | PepChange): string {
  const what = change.kind.startsWith('sanctions')
    ? 'sanctions entry against'
    : change.kind.startsWith('pep')
      ? 'PEP entry about'
      : 'adverse media entry about'
  const details = inBrackets(...detailsOf(change.entry, change.name))
  if (change.kind.endsWith('_gone')) return `${what} ${called(change)} is not there any more${details}`
  return `new ${what} ${called(change)}${change.isNodeNew ? ', new in the network' : ''}${details}`
}

/** What an entry says beside the name of whom it is about; its first source where it says nothing else. */
function detailsOf(entry: RiskEntry | PepEntry, about: string | null): string[] {
  const { name, sources, extra } = entry
  const position = 'position' in entry ? entry.position : null
  const more = Object.entries(extra).flatMap(([field, value]) =>
    canBeSaid(value) ? `${field.replaceAll('_', ' ')}: ${value}` : [],
  )
  const details = [position ?? '', name && name !== about ? `name: ${name}` : '', ...more].filter(Boolean)
  return details.length > 0 ? details : sources.slice(0, 1)
}

function canBeSaid(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : ['number', 'boolean'].includes(typeof value)
}
