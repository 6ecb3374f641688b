import type { Relation } from '../../../model/network.ts'
import { type Hit, partsOf } from '../../../network/hits.ts'
import { withoutMisleading } from '../../../shared/text/invisible.ts'
import type { WatchChange } from '../reports.ts'
import type { ChangedParty, NetworkChange, RelationChange } from './changes.ts'
import { wordsOf } from './networks.ts'

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
  return withoutMisleading(sentenceOf(change), () => ' ')
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

function hitSentence(change: Extract<WatchChange | NetworkChange, { readonly hit: unknown }>, way: string) {
  const { kind, party, content } = change.hit
  const details =
    'fields' in change
      ? change.fields.map(({ name, before, after }) => `${name}${contrast(before, after)}`)
      : Object.entries(partsOf(content).said).flatMap(([name, value]) =>
          value === party.name || !isScalar(value) ? [] : `${name}: ${said(value)}`,
        )
  return told(way, `${hitWords[kind]} ${called(party)}`, details)
}

const relationWords: ReadonlyMap<string, (source: string, target: string) => string> = new Map([
  ['ShareholdingRelationship', (owner, company) => `share of ${owner} in ${company}`],
  ['VotingRightsRelationship', (holder, company) => `voting rights of ${holder} in ${company}`],
  ['ControlsRelationship', (party, company) => `control of ${party} over ${company}`],
  ['RoleRelationship', (person, company) => `role of ${person} in ${company}`],
])

function relationSentence(change: RelationChange, way: string): string {
  const { relation } = change
  const { exactShare } = relation.details
  const [source, target] = [called(change.source), called(change.target)]
  // `SubsidiaryRelationship` is a subsidiary relationship.
  const sort = relation.type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() || 'relation'
  const subject = relationWords.get(relation.type)?.(source, target) ?? `${sort} from ${source} to ${target}`
  if ('after' in change) return `${subject} ${way}${contrast(percent(change.before), percent(change.after))}`
  if ('before' in change) return `${subject} ${way}${contrast(inWords(change.before), inWords(relation))}`
  return told(way, subject, [exactShare === null ? null : percent(exactShare), inWords(relation)])
}

function inWords(relation: Relation): string {
  return [...new Set(wordsOf(relation))].filter(Boolean).join(', ')
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
  return cut(isScalar(value) ? String(value) : JSON.stringify(value))
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : ['number', 'boolean'].includes(typeof value)
}

function called({ id, name }: ChangedParty): string {
  return cut(name || id)
}

/** In characters. */
const longest = 200

/** A text of any source, no longer than a line should be. */
function cut(text: string): string {
  const characters = [...text.slice(0, 2 * longest + 2)]
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : text
}
