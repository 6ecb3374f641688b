import type { Relation } from '../../../model/network.ts'
import type { Hit } from '../../../network/hits.ts'
import { decoded } from '../../../shared/json.ts'
import { withoutMisleading } from '../../../shared/text/invisible.ts'
import type { WatchedHit } from '../hit-changes.ts'
import type { WatchChange } from '../watch-report.ts'
import type { ChangedParty, HitChange, NetworkChange, RelationContentChange, ShareChange } from './changes.ts'

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
export function formatChange(change: WatchChange | NetworkChange): string {
  // A name can hold a line break, a terminal's escape sequence or a mark that turns the direction of text.
  return withoutMisleading(sentenceOf(change), () => ' ')
}

function sentenceOf(change: WatchChange | NetworkChange): string {
  if ('hit' in change) return `${'id' in change ? `${called(change)}: ` : ''}${hitSentence(change)}`
  if ('source' in change) return relationSentence(change)
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
      return `the root of the network is ${called(change.after)} now, ${called(change.before)} before`
    case 'renamed':
    case 'node_renamed':
      return `${cut(change.before || change.id)} ${change.after ? `is called ${cut(change.after)}` : 'has no name'} now`
    default:
      return moved(change)
  }
}

interface Move extends ChangedParty {
  readonly kind: string
  readonly before: string | number | null
  readonly after: string | number | null
}

function moved(change: Move): string {
  const [about, what] = [called(change), whatMoved(change.kind)]
  const [before, after] = [change.before, change.after].map(value => cut(String(value ?? '')))
  if (before === '') return `${about}: ${what} is ${after} now, none before`
  if (after === '') return `${about}: no ${what} now, ${before} before`
  const [way = 'changed'] = /(?<=_)(up|down)$/.exec(change.kind) ?? []
  return `${about}: ${what} ${way} from ${before} to ${after}`
}

/** The kind without the way: a `due_date_changed` is about a due date. */
function whatMoved(kind: string): string {
  if (/^risk_level_(up|down|changed)$/.test(kind)) return 'risk'
  const words = kind.replace('node_risk', 'calculated_risk').replace('node_', '').split('_')
  return words.slice(0, -1).join(' ')
}

const hitWords: Readonly<Record<Hit['kind'], string>> = {
  sanctions: 'sanctions entry against',
  pep: 'PEP entry about',
  adverse_media: 'adverse media entry about',
  unclear: 'field about screening of',
}

function hitSentence(change: HitChange<Hit | WatchedHit>): string {
  const { hit } = change
  const what = `${hitWords[hit.kind]} ${called(hit.party)}`
  if (change.kind !== 'hit_changed') {
    const details = inBrackets(...('entry' in hit ? detailsOf(hit) : [subjectOf(hit)]))
    return change.kind === 'hit_new' ? `new ${what}${details}` : `${what} is not there any more${details}`
  }
  const said = (value: unknown) =>
    value === null ? 'nothing' : canBeSaid(value) ? value : JSON.stringify(value)
  const fields = change.fields.map(
    ({ name, before, after }) => `${name}: ${said(after)} now, ${said(before)} before`,
  )
  return `${what} has changed${inBrackets(...fields)}`
}

/** The programme, list, position or headline, as the key has it. */
function subjectOf({ key }: WatchedHit): string {
  return String([decoded(key)].flat()[3] ?? '')
}

/** What a hit says beside the name of whom it is about; its first source where it says nothing else. */
function detailsOf({ entry, unclear, party }: Hit): string[] {
  const more = Object.entries(entry?.unknownFields ?? unclear ?? {}).flatMap(([field, value]) =>
    canBeSaid(value) ? `${field.replaceAll('_', ' ')}: ${value}` : [],
  )
  if (entry === null) return more
  const position = 'position' in entry ? entry.position : null
  const name = entry.name && entry.name !== party.name ? `name: ${entry.name}` : ''
  const details = [position ?? '', name, ...more].filter(Boolean)
  return details.length > 0 ? details : entry.sources.slice(0, 1)
}

function canBeSaid(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : ['number', 'boolean'].includes(typeof value)
}

function relationSentence(change: Extract<NetworkChange, { readonly source: ChangedParty }>): string {
  const [source, target] = [called(change.source), called(change.target)]
  switch (change.kind) {
    case 'owner_new':
      return `new ${ownerOf(change.relation, target)}: ${source}${shareOf(change.relation)}`
    case 'owner_gone':
      return `${source} is not shown as ${ownerOf(change.relation, target)} any more${shareOf(change.relation)}`
    case 'role_new':
      return `new role in ${target}: ${source}${titled(change.relation)}`
    case 'role_gone':
      return `role not shown any more in ${target}: ${source}${titled(change.relation)}`
    case 'relation_new':
      return `new ${sortOf(change.relation)} from ${source} to ${target}${saidOf(change.relation)}`
    case 'relation_gone':
      return `${sortOf(change.relation)} from ${source} to ${target} is not shown any more${saidOf(change.relation)}`
    case 'role_changed':
      return `role of ${source} in ${target}: ${contrast(change)}`
    case 'relation_changed':
      return `${sortOf(change.after)} from ${source} to ${target}: ${contrast(change)}`
    default:
      return shareSentence(change, source, target)
  }
}

function ownerOf({ type }: Relation, target: string): string {
  if (type === 'ShareholdingRelationship') return `owner of ${target}`
  return `${type === 'VotingRightsRelationship' ? 'holder of voting rights in' : 'party in control of'} ${target}`
}

function shareOf({ details: { exactShare } }: Relation): string {
  return exactShare === null ? '' : ` (${percent(exactShare)})`
}

/** `SubsidiaryRelationship` is a subsidiary relationship. */
function sortOf({ type }: Relation): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() || 'relation'
}

function shareSentence({ before, after, relation }: ShareChange, source: string, target: string): string {
  const share = (value: number | null, other: number | null) =>
    value === null ? 'an unknown share' : percent(value, other)
  const now = `${share(after, before)} of`
  const rest = `${target} now, ${share(before, after)} before`
  if (relation.type === 'ShareholdingRelationship') return `${source} owns ${now} ${rest}`
  if (relation.type === 'VotingRightsRelationship')
    return `${source} holds ${now} the voting rights in ${rest}`
  return `${source} has ${now} ${rest} (${sortOf(relation)})`
}

function titled(relation: Relation): string {
  const title = titleOf(relation)
  return `${title === null ? '' : `, ${cut(title)}`}${inBrackets(relation.details.description)}`
}

function titleOf({ label, details: { keyPosition, roleType } }: Relation): string | null {
  return keyPosition || label || roleType
}

function saidOf({ label, details: { description } }: Relation): string {
  return inBrackets(label, description)
}

/** What is said now and what was said before: the title, and whatever else differs. */
function contrast({ before, after }: RelationContentChange): string {
  const [now, earlier] = [wordingOf(after), wordingOf(before)]
  const say = (relation: Relation, wording: readonly (string | null)[]) => {
    const differing = wording.filter((_, at) => now[at] !== earlier[at])
    const said = [titleOf(relation), ...differing].filter(Boolean)
    return said.length === 0 ? 'nothing said' : cut([...new Set(said)].join(', '))
  }
  return `${say(after, now)} now, ${say(before, earlier)} before`
}

function wordingOf({ label, details }: Relation): (string | null)[] {
  const { keyPosition, roleType, isExecutive, description } = details
  const standing = isExecutive === null ? null : isExecutive ? 'executive' : 'not executive'
  return [label, keyPosition, roleType, standing, description]
}

/** What a party is called in a sentence. */
function called(party: ChangedParty | null): string {
  return party === null ? 'not known' : cut(party.name || party.id)
}

/** ` (person, DE)`, or nothing where there is nothing to say. */
function inBrackets(...details: readonly (string | null)[]): string {
  const said = details.filter(Boolean).join(', ')
  return said === '' ? '' : ` (${cut(said)})`
}

/** In characters. */
const longest = 200

/** A text of any source, no longer than a line should be. */
function cut(text: string): string {
  const characters = [...text.slice(0, 2 * longest + 2)]
  if (characters.length <= longest) return text
  const kept = characters.slice(0, longest - 1).join('')
  return `${kept.trimEnd()}…`
}

/** A fraction as percent: `33.33 %`; with more digits if the other would look the same. */
function percent(share: number, other: number | null = null): string {
  const rounded = (value: number) => Number((value * 100).toFixed(2))
  const isTold =
    rounded(share) !== (other === null ? null : rounded(other)) && (rounded(share) !== 0 || share === 0)
  return `${isTold ? rounded(share) : Number((share * 100).toPrecision(10))} %`
}
