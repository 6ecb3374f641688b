import type { Hit } from '../../../network/hits.ts'
import { replaceMisleading } from '../../../shared/text/invisible.ts'
import type { WatchChange, WatchedHit } from '../reports.ts'
import type { ChangedParty } from './compare.ts'
import type { HitChange } from './hits.ts'
import { partsOf } from './hits.ts'
import { kindOf, type NetworkChange, type RelationChange, wordsOf } from './networks.ts'

/**
 * Formats a change as one line of plain English, for a terminal, an email or a log. It names the parties, so it may contain
 * personal data. Control characters in names are removed.
 *
 * @example
 * const before = await client.entities.list()
 * // … later
 * for (const change of diff(before, await client.entities.list())) console.log(formatChange(change))
 * // Nordwind GmbH: risk level up from low to high
 */
export function formatChange(change: WatchChange | NetworkChange): string {
  // A name can hold a line break, a terminal's escape sequence or a mark that turns the direction of text.
  return replaceMisleading(sentenceOf(change), () => ' ')
}

function sentenceOf(change: WatchChange | NetworkChange): string {
  // A `risk_level_up` is about the risk level, which is up.
  const [, what = '', way = ''] = /^(?:node_)?(.+)_([a-z]+)$/.exec(change.kind) ?? []
  if ('relation' in change) return relationSentence(change, way)
  if ('entity' in change) {
    const { type, countryCode, riskLevel } = change.entity
    return told(way, `entity ${called(change)}`, [type, countryCode, riskLevel && `${riskLevel} risk`])
  }
  if ('node' in change)
    return told(way, `party ${called(change)}`, [change.node.type, change.node.countryCode])
  if (change.kind === 'root_changed')
    return `root of the network ${way}${contrast(change.before && called(change.before), change.after && called(change.after))}`
  const about = 'id' in change ? `${called(change)}: ` : ''
  if ('hit' in change) return `${about}${hitSentence(change, way)}`
  return `${about}${what.replaceAll('_', ' ')} ${way}${contrast(change.before, change.after)}`
}

const hitWords: Readonly<Record<Hit['kind'], string>> = {
  sanctions: 'sanctions entry against',
  pep: 'PEP entry about',
  adverse_media: 'adverse media entry about',
  unclear: 'field about screening of',
}

function hitSentence(change: HitChange<WatchedHit>, way: string): string {
  const { kind, party, content } = change.hit
  const details =
    'fields' in change
      ? change.fields.map(({ name, before, after }) => `${name}${contrast(before, after)}`)
      : Object.entries(partsOf(content).said)
          .filter(([, value]) => typeof value !== 'object' && value !== '' && value !== party.name)
          .map(([name, value]) => `${name}: ${said(value)}`)
  return told(way, `${hitWords[kind]} ${called(party)}`, details)
}

function relationSentence(change: RelationChange, way: string): string {
  const { relation } = change
  const [, of, to] = kindOf(relation)
  const subject = `${of} ${called(change.source)} ${to} ${called(change.target)}`
  if ('after' in change) return `${subject} ${way}${contrast(percent(change.before), percent(change.after))}`
  if ('before' in change) return `${subject} ${way}${contrast(wordsOf(change.before), wordsOf(relation))}`
  const { exactShare } = relation.details
  return told(way, subject, [exactShare === null ? null : percent(exactShare), wordsOf(relation)])
}

/** With six digits: `33.3333 %`. */
function percent(share: number | null): string {
  return share === null ? 'unknown' : `${Number((share * 100).toPrecision(6))} %`
}

function told(way: string, subject: string, given: readonly (string | null)[]): string {
  const details = given.filter(Boolean).join(', ')
  const sentence =
    way === 'new' ? `new ${subject}` : `${subject} ${way === 'gone' ? 'is not shown any more' : way}`
  return details === '' ? sentence : `${sentence} (${cut(details)})`
}

function contrast(before: unknown, after: unknown): string {
  return ` from ${said(before)} to ${said(after)}`
}

function said(value: unknown): string {
  if (value === null || value === '') return 'none'
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function called({ id, name }: ChangedParty): string {
  return cut(name || id)
}

/** A text of any source, no longer than a line should be. */
function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
