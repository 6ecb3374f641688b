import type { HitEntry, Network, NetworkNode, PepEntry } from '../model/network.ts'
import { lettersOf } from '../reading/letters.ts'
import { findUnclear, findUnclearText, type ScreeningFields, vouchFor } from '../reading/screening.ts'
import { contentOf } from '../shared/content.ts'
import { decoded } from '../shared/json.ts'
import { foldName, sortWords } from '../shared/names/fold-name.ts'

/**
 * What is volatile in a hit unless `hitsOf` is told otherwise, by the letters of the names: scores, and times of retrieval. That
 * these change makes no other hit. The order of lists never does.
 *
 * @example
 * const network = await client.entities.network(id)
 * const hits = hitsOf(network, { entity: id, volatile: [...volatileFields, 'case_number'] })
 */
export const volatileFields: readonly string[] = [
  'score',
  'match_score',
  'confidence',
  'rank',
  'retrieved_at',
  'fetched_at',
  'checked_at',
  'last_checked',
  'timestamp',
]

/** The organization or person whom a hit is against, as the network shows it. */
export interface HitParty {
  /** Identifier of the node within the network. */
  readonly id: string
  /** Its name, or else its full name; null where neither is given. */
  readonly name: string | null
  /** `organization`, `person`, or another; null where the source does not say. */
  readonly type: string | null
  /** Day of birth, YYYY-MM-DD; null where it is not known. */
  readonly birthDate: string | null
  /** 2-letter ISO country code; null where there is none. */
  readonly countryCode: string | null
}

/** An entry against a party of a network, or a field of a party that may be one. */
export interface Hit {
  /**
   * Which hit it is: the same for the same entity, kind, party by name, and programme or list, position or headline. Two hits that
   * share a key cannot be told apart from one read to the next.
   */
  readonly key: string
  /** What it says, as canonical JSON, with the party's birth date and country and without what is volatile. */
  readonly content: string
  /** Whom it is against. */
  readonly party: HitParty
  /** What kind of hit it is; `unclear` for an unknown field of the party that mentions screening. */
  readonly kind: 'sanctions' | 'pep' | 'adverse_media' | 'unclear'
  /** The entry; null for an unclear field. */
  readonly entry: HitEntry | PepEntry | null
  /** The field, by its name, that may be a hit or not; null for an entry. */
  readonly unclear: Readonly<Record<string, unknown>> | null
  /** False for an entry that cannot be read, and for an unclear field: it may be a hit like any other. */
  readonly isReadable: boolean
}

/**
 * Whose network it is, and what is passed over.
 *
 * @example
 * const options: HitOptions = { entity: id, screeningFields: { sanctions_checked_at: 'ignore' } }
 * const hits = hitsOf(await client.entities.network(id), options)
 */
export interface HitOptions {
  /** The entity, or its identifier: a hit against an owner of two entities is a hit of each. */
  readonly entity: string | { readonly id: string }
  /**
   * Names of fields that do not count as content, at any depth, by their letters.
   * @default volatileFields
   */
  readonly volatile?: readonly string[] | undefined
  /** The client's option of this name: a field for which it says no is no hit. */
  readonly screeningFields?: ScreeningFields | undefined
}

/**
 * All hits of a network, each with a key by which it is known again, and its content. Both are the same in every dialect of the
 * service, whatever the order of fields and entries, before and after a rescan.
 *
 * @example
 * const network = await client.entities.network(id)
 * for (const { kind, party, isReadable } of hitsOf(network, { entity: id })) console.log(kind, party.name, isReadable)
 */
export function hitsOf(network: Network, options: HitOptions): Hit[] {
  const { entity, volatile = volatileFields, screeningFields } = options
  const id = typeof entity === 'string' ? entity : entity.id
  const passedOver = new Set(volatile.map(lettersOf))
  const nameOf = (name: string) => (passedOver.has(lettersOf(name)) ? null : lettersOf(name))
  const vouched = vouchFor(screeningFields)
  return network.nodes.flatMap(node => {
    const party = partyOf(node)
    const { birthDate, countryCode } = party
    const toHit = (found: Found): Hit => ({
      key: JSON.stringify([id, found.kind, nameKey(party.name ?? party.id), nameKey(found.subject)]),
      content: contentOf({ birthDate, countryCode, said: saidIn(found) }, { meaningOf: decoded, nameOf }),
      party,
      kind: found.kind,
      entry: found.entry,
      unclear: found.unclear,
      isReadable: found.entry?.isReadable ?? false,
    })
    return [...entriesOf(node), ...unclearOf(node, vouched)].map(toHit)
  })
}

type Found = Pick<Hit, 'kind' | 'entry' | 'unclear'> & { readonly subject: string }

function entriesOf({ sanctions, pep, adverseMedia }: NetworkNode): Found[] {
  return [
    ...sanctions.map(entry => found('sanctions', entry, fieldOf(entry, programs) ?? fieldOf(entry, lists))),
    ...pep.map(entry => found('pep', entry, entry.position)),
    ...adverseMedia.map(entry => found('adverse_media', entry, fieldOf(entry, headlines))),
  ]
}

/** What a hit says: an entry's own fields and the unknown ones are alike. */
function saidIn({ entry, unclear }: Found): unknown {
  if (entry === null) return unclear
  const { unknownFields, isReadable: _, ...known } = entry
  return { ...known, ...unknownFields }
}

function found(kind: Hit['kind'], entry: HitEntry, subject: string | null): Found {
  return { kind, entry, unclear: null, subject: subject ?? '' }
}

/** The fields that make a node unclear, or that may say more than its entries; a node without hits has none, whatever its fields say. */
function unclearOf(node: NetworkNode, vouched: ReturnType<typeof vouchFor>): Found[] {
  if (node.hitStatus !== 'hit' && node.hitStatus !== 'unclear') return []
  const { branchOffices, industryClassificationCodes } = node
  const risks = node.risks.filter(risk => !isSummary(risk, node))
  const fields = { ...node.unknownFields, branchOffices, industryClassificationCodes, risks }
  return Object.entries(fields).flatMap(([name, value]) => {
    const field = { [name]: value }
    const how = vouched.get(lettersOf(name))
    const said = how instanceof Set ? how : undefined
    const isText =
      name === 'risks' && how !== 'ignore' && findUnclearText(risks, said, () => {}) !== undefined
    const isField = findUnclear(field, vouched, () => {}) !== undefined
    if (!isField && !isText) return []
    return [{ kind: 'unclear', entry: null, unclear: field, subject: lettersOf(name) }]
  })
}

const stems = { sanctions: /sanction/, pep: /^pep|pep$|politic/, adverseMedia: /adverse/ } as const

/** Whether a text among the risks says what a readable entry says. */
function isSummary(risk: unknown, node: NetworkNode): boolean {
  if (typeof risk !== 'string') return false
  const letters = lettersOf(risk)
  return (['sanctions', 'pep', 'adverseMedia'] as const).some(
    list => stems[list].test(letters) && node[list].some(({ isReadable }) => isReadable),
  )
}

function partyOf({ id, name, fullName, type, birthDate, countryCode }: NetworkNode): HitParty {
  return { id, name: name ?? fullName, type, birthDate, countryCode }
}

/** A text by its words, whatever their order, case and accents. */
function nameKey(text: string): string {
  return sortWords(foldName(text))
}

export const programs = /^(sanctions?)?program(me)?s?$/
export const lists = /^((sanctions?|watch|source)?list(name)?|authority|issuer|regime)$/
const headlines = /^(headline|title)$/

/** What an entry says in an unknown field, by the letters of its name. */
export function fieldOf({ unknownFields }: HitEntry, names: RegExp): string | null {
  for (const [name, value] of Object.entries(unknownFields)) {
    if (!names.test(lettersOf(name))) continue
    const texts = [value].flat().filter(one => typeof one === 'string' || typeof one === 'number')
    if (texts.length > 0) return texts.join(', ')
  }
  return null
}
