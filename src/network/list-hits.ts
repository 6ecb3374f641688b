import type { HitEntry, Network, NetworkNode, PepEntry } from '../model/network.ts'
import { lettersOf } from '../reading/letters.ts'
import { createFieldOverrides, type KnownFields } from '../reading/screening/field-overrides.ts'
import { findUnclearField } from '../reading/screening/unclear-fields.ts'
import { toComparableJson } from '../shared/content.ts'
import { getOrInsertList } from '../shared/get-or-insert.ts'
import { foldWords } from '../shared/names/fold-name.ts'
import { assertKnownOptions, assertNetwork, throwInvalidInput } from './graph/assertions.ts'
import { sortItems } from './graph/sort-items.ts'
import { sortEntries } from './relations/relation-fields.ts'

/**
 * The fields that `listHits` omits from a hit's content by default: scores and retrieval times. Field names
 * are compared by their letters only, so `matchScore` equals `match_score`.
 *
 * @example
 * const network = await client.entities.network(id)
 * const hits = listHits(network, { entity: id, volatile: [...volatileFields, 'case_number'] })
 */
export const volatileFields: readonly string[] = [
  'score',
  'match_score',
  'confidence',
  'retrieved_at',
  'fetched_at',
  'checked_at',
  'last_checked',
  'last_checked_at',
  'last_seen',
  'last_updated',
  'updated_at',
  'timestamp',
]

/** The party of a hit. `name` is the party's name, or its full name if it has no name. */
type HitParty = Pick<
  NetworkNode,
  'id' | 'name' | 'fullName' | 'type' | 'birthDate' | 'countryCode' | 'registrationNumber'
>

export const hitKinds = ['sanctions', 'pep', 'adverse_media', 'unclear'] as const

/** An entry about a party of a network, or an unclear field of a party, which may contain an entry. */
export interface PartyEntry {
  /** The party. */
  readonly party: HitParty
  /** The entry; null for an unclear field. */
  readonly entry: HitEntry | PepEntry | null
  /** The unclear field as an object with one field; null for an entry. */
  readonly unclear: Readonly<Record<string, unknown>> | null
}

/** A screening hit: all entries with the same key, such as one story in two newspapers. */
export interface Hit {
  /**
   * Identifies the hit among all hits of the network. Derived from the entity, the kind of the hit, the party's name, and the
   * sanctions programme and list, the political position or the headline.
   */
  readonly key: string
  /**
   * The contents of the entries as canonical JSON: a sorted list, in which an entry that a party has twice counts once. Each content
   * includes the party's fields except id and name, and excludes volatile fields.
   */
  readonly content: string
  /** Kind of the hit; `unclear` for an unknown field of the party that mentions screening. */
  readonly kind: (typeof hitKinds)[number]
  /** The party of the first entry. The other entries are about parties with the same name. */
  readonly party: HitParty
  /** The entries, sorted by content. Most hits have one. */
  readonly entries: readonly [PartyEntry, ...PartyEntry[]]
  /** Whether all entries are readable; false for an unclear field. Treat an unreadable hit as a possible hit. */
  readonly isReadable: boolean
}

/**
 * The entity of the network, and the fields to ignore.
 *
 * @example
 * const options: HitOptions = { entity: id, knownFields: { sanctions_checked_at: 'ignore' } }
 * const hits = listHits(await client.entities.network(id), options)
 */
export interface HitOptions {
  /**
   * The entity of the network, or its identifier. Each hit's key contains the identifier, because one party
   * may appear in several networks.
   */
  readonly entity: string | { readonly id: string }
  /**
   * Names of fields to omit from a hit's content, at any depth. Only the letters of names are compared.
   *
   * @default volatileFields
   */
  readonly volatile?: readonly string[] | undefined
  /** The same as the client's option `knownFields`. A field that this option marks as harmless is not a hit. */
  readonly knownFields?: KnownFields | undefined
}

/**
 * Lists all hits of a network, each with its content and an identifying key. Entries with the same key are one hit. Key and content
 * stay the same after a rescan, in every dialect of the service, and in any order of fields and entries.
 *
 * Before the screening of the entity has ended, an empty list means nothing: the network has no hits yet, or those of the screening
 * before a rescan. Read the network after `waitForScreening`.
 *
 * @example
 * const network = await client.entities.network(id)
 * for (const { kind, party, isReadable } of listHits(network, { entity: id })) console.log(kind, party.name, isReadable)
 */
export function listHits(network: Network, options: HitOptions): Hit[] {
  assertNetwork(network, 'listHits')
  assertKnownOptions('listHits', options, ['entity', 'volatile', 'knownFields'])
  const { entity, volatile = volatileFields, knownFields } = options
  const id = typeof entity === 'string' ? entity : entity?.id
  if (typeof id !== 'string')
    throwInvalidInput('listHits', 'entity', 'must be an entity or its identifier', entity)
  const ignoredLetters = new Set(volatile.map(lettersOf))
  const comparedName = (name: string) => (ignoredLetters.has(lettersOf(name)) ? null : lettersOf(name))
  const overrides = { fieldOverrides: createFieldOverrides(knownFields), overriddenFields: new Set<string>() }
  const membersByKey = new Map<string, HitMember[]>()
  for (const node of network.nodes) {
    const party = toHitParty(node)
    const { id: nodeId, name, ...facts } = party
    for (const { subject, kind, ...entry } of [...listEntries(node), ...listUnclearFields(node, overrides)]) {
      const key = JSON.stringify([id, kind, foldWords(name ?? nodeId), ...subject.map(foldWords)])
      const content = toComparableJson({ party: facts, fields: entryContent(entry) }, comparedName)
      getOrInsertList(membersByKey, key).push({ kind, partyEntry: { party, ...entry }, content })
    }
  }
  return [...membersByKey].flatMap(([key, members]) => toHits(key, members))
}

/** An entry or unclear field. `subject` has the strings that distinguish it from others of its kind about the same party. */
type FoundEntry = Omit<PartyEntry, 'party'> & Pick<Hit, 'kind'> & { readonly subject: readonly string[] }

/** An entry of a hit, with its own content. */
type HitMember = Pick<Hit, 'kind' | 'content'> & { readonly partyEntry: PartyEntry }

/** Creates the hit of all entries with the same key. Returns an empty list if there are no entries. */
function toHits(key: string, members: readonly HitMember[]): Hit[] {
  const [first, ...others] = sortItems(members, ({ content }) => content)
  if (first === undefined) return []
  // An entry that a party has twice counts once. Equal entries of two parties count twice, so that a decision about the first
  // party reopens when a second one appears.
  const contents = new Map(
    [first, ...others].map(({ partyEntry, content }) => [
      JSON.stringify([content, partyEntry.party.id]),
      content,
    ]),
  )
  return [
    {
      key,
      content: `[${[...contents.values()].join(',')}]`,
      kind: first.kind,
      party: first.partyEntry.party,
      entries: [first.partyEntry, ...others.map(({ partyEntry }) => partyEntry)],
      isReadable: members.every(({ partyEntry }) => partyEntry.entry?.isReadable ?? false),
    },
  ]
}

function listEntries({ sanctions, pep, adverseMedia }: NetworkNode): FoundEntry[] {
  const toFoundEntry = (kind: Hit['kind'], entry: HitEntry, ...subject: (string | null)[]) => ({
    kind,
    entry,
    unclear: null,
    subject: subject.map(text => text ?? ''),
  })
  return [
    ...sanctions.map(entry => toFoundEntry('sanctions', entry, fieldOf(entry, programNames), listOf(entry))),
    ...pep.map(entry => toFoundEntry('pep', entry, entry.position)),
    ...adverseMedia.map(entry => toFoundEntry('adverse_media', entry, fieldOf(entry, headlineNames))),
  ]
}

/** Returns the known and unknown fields of an entry, or the unclear field. */
function entryContent({ entry, unclear }: Pick<PartyEntry, 'entry' | 'unclear'>): unknown {
  if (entry === null) return unclear
  const { unknownFields, isReadable: _, ...known } = entry
  return { ...known, ...unknownFields }
}

/** Lists the unclear fields of a node, if the node has hits or an unclear status. */
function listUnclearFields(
  node: NetworkNode,
  overrides: Parameters<typeof findUnclearField>[1],
): FoundEntry[] {
  if (node.hitStatus !== 'hit' && node.hitStatus !== 'unclear') return []
  const { branchOffices, industryClassificationCodes } = node
  const risks = node.risks.filter(risk => !isSummary(risk, node))
  const fields = { ...node.unknownFields, branchOffices, industryClassificationCodes, risks }
  return sortEntries(fields).flatMap(([name, value]) => {
    const field = { [name]: value }
    if (findUnclearField(field, overrides, name === 'risks') === undefined) return []
    return [{ kind: 'unclear', entry: null, unclear: field, subject: [lettersOf(name)] }]
  })
}

const stems = { sanctions: /sanction/, pep: /^pep|pep$|politic/, adverseMedia: /adverse/ } as const

/**
 * Whether a string in the node's `risks` only repeats kinds of hits, and the node has a readable entry of each
 * of these kinds.
 */
function isSummary(risk: unknown, node: NetworkNode): boolean {
  if (typeof risk !== 'string') return false
  const letters = lettersOf(risk)
  const lists = (['sanctions', 'pep', 'adverseMedia'] as const).filter(list => stems[list].test(letters))
  return lists.length > 0 && lists.every(list => node[list].some(({ isReadable }) => isReadable))
}

function toHitParty(node: NetworkNode): HitParty {
  const { id, name, fullName, type, birthDate, countryCode, registrationNumber } = node
  return { id, name: name ?? fullName, fullName, type, birthDate, countryCode, registrationNumber }
}

export const programNames = /^(sanctions?)?program(me)?s?$/
export const listNames = /^(sanctions?|watch|source)?list(name)?$/
export const authorityNames = /^(authority|issuer|regime)$/
const headlineNames = /^(headline|title)$/

/** Returns the list of a sanctions entry, and the authority that publishes it; null if neither is known. */
export function listOf(entry: HitEntry): string | null {
  const texts = [listNames, authorityNames].flatMap(names => fieldOf(entry, names) ?? [])
  return texts.length === 0 ? null : texts.join(', ')
}

/**
 * Returns the text of an entry's first unknown field whose name matches the pattern. The pattern is applied
 * to the letters and digits of the name in lower case.
 */
export function fieldOf({ unknownFields }: HitEntry, names: RegExp): string | null {
  for (const [name, value] of sortEntries(unknownFields)) {
    if (!names.test(lettersOf(name))) continue
    const texts = [value].flat().filter(text => typeof text === 'string' || typeof text === 'number')
    if (texts.length > 0) return texts.join(', ')
  }
  return null
}
