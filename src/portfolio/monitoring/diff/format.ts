import type { Hit } from '../../../network/list-hits.ts'
import { replaceMisleading } from '../../../shared/text/invisible.ts'
import type { WatchChange, WatchedHit } from '../reports.ts'
import type { ChangedParty } from './compare.ts'
import { addedEntry, type ChangedField, divideContent, type HitChange, removedEntry } from './hits.ts'
import { joinRelationTexts, type NetworkChange, type RelationChange, relationWording } from './networks.ts'

/**
 * Formats a change as one line of plain English, for a terminal, an email or a log. The line names the parties, so it may
 * contain personal data. Control characters in names are removed.
 *
 * @example
 * const before = await client.entities.list()
 * // … later
 * for (const change of diffEntities(before, await client.entities.list())) console.log(formatChange(change))
 * // Nordwind GmbH: risk level up from low to high
 */
export function formatChange(change: WatchChange | NetworkChange): string {
  // A name can hold a line break, a terminal's escape sequence, or a mark that reverses the text direction.
  return replaceMisleading(describeChange(change), () => ' ')
}

function describeChange(change: WatchChange | NetworkChange): string {
  // Splits a change kind: `risk_level_up` has the subject "risk_level" and the direction "up".
  const [, subject = '', way = ''] = /^(?:node_)?(.+)_([a-z]+)$/.exec(change.kind) ?? []
  if ('relation' in change) return describeRelationChange(change, way)
  if ('entity' in change) {
    const { type, countryCode, riskLevel } = change.entity
    return composeSentence(way, `entity ${nameOf(change)}`, [
      type,
      countryCode,
      riskLevel && `${riskLevel} risk`,
    ])
  }
  if ('node' in change)
    return composeSentence(way, `party ${nameOf(change)}`, [change.node.type, change.node.countryCode])
  if (change.kind === 'root_changed')
    return `root of the network ${way}${formatContrast(change.before && nameOf(change.before), change.after && nameOf(change.after))}`
  const about = 'id' in change ? `${nameOf(change)}: ` : ''
  if ('hit' in change) return `${about}${describeHitChange(change, way)}`
  return `${about}${subject.replaceAll('_', ' ')} ${way}${formatContrast(change.before, change.after)}`
}

const hitWords: Readonly<Record<Hit['kind'], string>> = {
  sanctions: 'sanctions entry against',
  pep: 'PEP entry about',
  adverse_media: 'adverse media entry about',
  unclear: 'field about screening of',
}

function describeHitChange(change: HitChange<WatchedHit>, way: string): string {
  const { kind, party, content } = change.hit
  const details =
    'fields' in change
      ? change.fields.map(describeChangedField)
      : divideContent(content)
          .flatMap(({ entry }) => Object.entries(entry))
          .filter(([, value]) => typeof value !== 'object' && value !== '' && value !== party.name)
          .map(([name, value]) => `${name}: ${formatValue(value)}`)
  return composeSentence(way, `${hitWords[kind]} ${nameOf(party)}`, [...new Set(details)])
}

function describeChangedField({ name, before, after }: ChangedField): string {
  if (name !== addedEntry && name !== removedEntry) return `${name}${formatContrast(before, after)}`
  return `${name}: ${shorten(JSON.stringify(after ?? before, (_, value) => value ?? undefined))}`
}

function describeRelationChange(change: RelationChange, way: string): string {
  const { relation } = change
  const [, of, to] = relationWording(relation)
  const subject = `${of} ${nameOf(change.source)} ${to} ${nameOf(change.target)}`
  if ('after' in change)
    return `${subject} ${way}${formatContrast(formatShare(change.before), formatShare(change.after))}`
  if ('before' in change)
    return `${subject} ${way}${formatContrast(joinRelationTexts(change.before), joinRelationTexts(relation))}`
  const { exactShare } = relation.details
  return composeSentence(way, subject, [
    exactShare === null ? null : formatShare(exactShare),
    joinRelationTexts(relation),
  ])
}

/** Formats a fraction with six digits: `33.3333 %`. */
function formatShare(share: number | null): string {
  return share === null ? 'unknown' : `${Number((share * 100).toPrecision(6))} %`
}

function composeSentence(way: string, subject: string, details: readonly (string | null)[]): string {
  const list = details.filter(Boolean).join(', ')
  const sentence =
    way === 'new' ? `new ${subject}` : `${subject} ${way === 'gone' ? 'is not shown any more' : way}`
  return list === '' ? sentence : `${sentence} (${shorten(list)})`
}

function formatContrast(before: unknown, after: unknown): string {
  return ` from ${formatValue(before)} to ${formatValue(after)}`
}

function formatValue(value: unknown): string {
  if (value === null || value === '') return 'none'
  return shorten(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function nameOf({ id, name }: ChangedParty): string {
  return shorten(name || id)
}

/** Truncates a string from the service to a length that fits a line. */
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
