import { UnreadableBody } from '../contract/issues.ts'
import { network, networkNode } from '../contract/network.ts'
import { type EntityType, entityTypes, type Open } from '../contract/values.ts'
import { jsonList, textList } from '../quirks/lists.ts'
import { country, number, openValue, placeholder, requiredText } from '../quirks/scalar.ts'
import { readItems, unwrap } from '../reading/body.ts'
import { hitListNames } from '../reading/letters.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import { findUnclear, isUnclear, mentionsScreening } from '../reading/screening.ts'
import type { Finished, Place, Reader } from '../reading/table.ts'
import { decoded, isRecord } from '../shared/json.ts'
import { type HitEntry, hits, type PepEntry, pepHits } from './hit-entry.ts'
import { type Relation, relations } from './relation.ts'

export type { HitEntry, PepEntry } from './hit-entry.ts'
export type { Relation } from './relation.ts'

/**
 * The organizations and persons around an entity, and the relationships between them (specification: Resources, Network).
 *
 * @example
 * const { nodes, relations }: Network = await client.entities.network(id)
 * const names = new Map(nodes.map(node => [node.id, node.name ?? node.id]))
 * for (const { source, type, target } of relations) console.log(names.get(source), type, names.get(target))
 */
export interface Network {
  /** The node of the requested entity; null if no node has its id. */
  rootId: string | null
  /** The organizations and persons, the root among them. */
  nodes: NetworkNode[]
  /** The relationships between them: `source` and `target` are the identifiers of nodes. */
  relations: Relation[]
  /** False where the response may hold only a part of the network: docs/quirks.md says when. */
  isWhole: boolean
  /** Names of fields and members for which the options `screeningFields` and `ignoreMembers` decided something here. */
  vouchedFor: string[]
  /** Fields beside nodes and relations, unchanged. */
  unknownFields: UnknownFields
}

/**
 * An organization or person of a network (specification: Network, node object). Missing values are null, or an empty
 * list.
 */
export interface NetworkNode {
  /** Identifier within the network, which relations refer to; for the root it may be the entity's. */
  id: string
  /** Name; null where the source gives none. */
  name: string | null
  /** Full legal name; null where the source gives none. */
  fullName: string | null
  /** `organization`, `person`, or another; null where the source does not say. */
  type: Open<EntityType> | null
  /** 2-letter ISO country code; null where there is none, or the text names no country. */
  countryCode: string | null
  /** Public offices that make the person politically exposed; empty where none was found. */
  pep: PepEntry[]
  /** Sanctions against the party; empty where none was found, which is no clearance. */
  sanctions: HitEntry[]
  /** Adverse media about the party; empty where none was found. */
  adverseMedia: HitEntry[]
  /**
   * Calculated risk score of the node: its scale is not shown; 0 to 100 in the mock server. Null where there is none.
   */
  calculatedRiskScore: number | null
  /** Data sources. */
  sources: string[]
  /** Registration number of an organization; null where there is none. */
  registrationNumber: string | null
  /** Names of the industries that it works in. */
  industry: string[]
  /** Other names that the party goes by. */
  alternativeNames: string[]
  /** Branch offices, as they came: the specification does not show what they hold. */
  branchOffices: unknown[]
  /** Risk factors, as they came. */
  risks: unknown[]
  /** Size of an organization, for example Small, Medium, Large; null where there is none. */
  size: string | null
  /** Codes such as NAICS or SIC, as they came. */
  industryClassificationCodes: unknown[]
  /** What the source calls the kind of node, for example Entity, Person; null where it does not. */
  nodeType: string | null
  /** Day of birth, YYYY-MM-DD, of persons only; null where it is not known. */
  birthDate: string | null
  /**
   * What the screening of this party says. Read it only after the screening has ended: before, nothing has been looked for.
   *
   * - `hit`: at least one readable entry in `pep`, `sanctions` or `adverseMedia`.
   * - `unclear`: else, an entry that cannot be read, or an unknown field that mentions screening and does not say no; of the root
   *   also one beside the nodes.
   * - `not_shown`: else, the list of sanctions is not there.
   * - `no_hit`: all that is there is empty, which is no clearance.
   */
  hitStatus: 'hit' | 'unclear' | 'no_hit' | 'not_shown'
  /**
   * The same for sanctions alone: a `hit` is a readable entry in `sanctions`, and entries of another kind neither stand for the list
   * of sanctions nor explain what else mentions screening, unless it mentions only their kind, as `is_pep` does.
   */
  sanctionsStatus: NetworkNode['hitStatus']
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

const partyType = openValue(entityTypes)

const nodeTable = tableOf(
  networkNode,
  (take, rest): NetworkNode => ({
    id: take('id', requiredText),
    name: take('name', placeholder),
    fullName: take('full_name', placeholder),
    type: take('type', partyType),
    countryCode: take('country_code', country),
    pep: take('pep', pepHits),
    sanctions: take('sanctions', hits),
    adverseMedia: take('adverse_media', hits),
    calculatedRiskScore: take('calculatedRiskScore', number),
    sources: take('sources', textList),
    registrationNumber: take('registration_number', placeholder),
    industry: take('industry', textList),
    alternativeNames: take('alternative_names', textList),
    branchOffices: take('branch_offices', jsonList),
    risks: take('risks', jsonList),
    size: take('size', placeholder),
    industryClassificationCodes: take('industry_classification_codes', jsonList),
    nodeType: take('node_type', placeholder),
    birthDate: take('birth_date', placeholder),
    hitStatus: 'not_shown',
    sanctionsStatus: 'not_shown',
    unknownFields: rest(),
  }),
  (node, facts) => {
    node.hitStatus = hitStatusOf(node, facts)
    node.sanctionsStatus = sanctionsStatusOf(node, facts)
  },
  {
    country_code: { aliases: { country: 'country_alias' } },
    pep: { aliases: { pep_json: 'superseded_name' }, synonyms: hitListNames('pep', 'peps') },
    sanctions: {
      aliases: { sanctions_json: 'superseded_name' },
      synonyms: hitListNames('sanction', 'sanctions'),
    },
    adverse_media: {
      aliases: { adverse_media_json: 'superseded_name' },
      synonyms: hitListNames('adversemedia'),
    },
  },
)

function hitStatusOf(node: NetworkNode, facts: Finished): NetworkNode['hitStatus'] {
  const { pep, sanctions, adverseMedia } = node
  // Reported also where there is a hit: there may be more.
  const mayBeMore = mentionsHits(node, facts)
  if ([pep, sanctions, adverseMedia].some(hasReadable)) return 'hit'
  const hasEntries = pep.length + sanctions.length + adverseMedia.length > 0
  if (facts.isForeign || hasEntries || mayBeMore) return 'unclear'
  if (node.risks.length > 0 && isUnclear({ risks: node.risks }, facts, [], true)) return 'unclear'
  return facts.shows('sanctions') ? 'no_hit' : 'not_shown'
}

function sanctionsStatusOf(node: NetworkNode, facts: Finished): NetworkNode['sanctionsStatus'] {
  const { sanctions, hitStatus } = node
  if (hasReadable(sanctions)) return 'hit'
  if (sanctions.length > 0 || (hitStatus === 'hit' && mentionsMore(node, facts))) return 'unclear'
  if (hitStatus !== 'hit') return hitStatus
  return facts.shows('sanctions') ? 'no_hit' : 'not_shown'
}

/** Whether a field mentions more than the kinds of the entries that are there. */
function mentionsMore({ pep, adverseMedia, ...node }: NetworkNode, { log }: Finished): boolean {
  const { risks, branchOffices, industryClassificationCodes, unknownFields } = node
  const isSaid = (text: string) => {
    const others = hasReadable(pep) ? text.replace(/politically|peps?/gi, '') : text
    return hasReadable(adverseMedia) ? others.replace(/adverse|negative.?news/gi, '') : others
  }
  const mentions = (text: string) => mentionsScreening(text) && mentionsScreening(isSaid(text))
  const fields = { ...unknownFields, branchOffices, industryClassificationCodes }
  return (
    findUnclear(fields, log, false, mentions) !== undefined ||
    findUnclear({ risks }, log, true, mentions) !== undefined
  )
}

function hasReadable(entries: readonly HitEntry[]): boolean {
  return entries.some(entry => entry.isReadable)
}

/** Lists of anything may hold fields that nobody knows. */
function mentionsHits(node: NetworkNode, facts: Finished): boolean {
  const { risks, branchOffices, industryClassificationCodes, unknownFields } = node
  const inFields = isUnclear(unknownFields, facts)
  if (risks.length + branchOffices.length + industryClassificationCodes.length === 0) return inFields
  const lists = {
    risks,
    branch_offices: branchOffices,
    industry_classification_codes: industryClassificationCodes,
  }
  return isUnclear(lists, facts) || inFields
}

/** Nodes keyed by id; an array of nodes, each with its id, is read too. */
const readNodes: Reader<NetworkNode[]> = (given, at) => {
  if (given === undefined) return []
  const { log, path, field } = at
  const nodes = decoded(given)
  if (typeof nodes !== 'object' || nodes === null) throw noNodes([...path, field])
  const place = [...path, field, '']
  const byId = Array.isArray(nodes)
    ? nodes.map(node => [idOf(node, at), node] as const)
    : Object.entries(nodes)
  const read = nodeTable(log)
  const made = byId.map(([key, node]) => {
    place[place.length - 1] = key
    return withKey(read(node, place), key, () => log.report('node_id', place, 'id'))
  })
  return nodes === given ? made : at.note('json_encoded', made)
}

function noNodes(path: Path): UnreadableBody {
  return new UnreadableBody(path, 'must be the nodes by id')
}

/** Quietly: the node itself tells of its id. */
function idOf(node: unknown, at: Place): string {
  return isRecord(node) ? requiredText(node.id, { ...at, note: (_, value) => value }) : ''
}

/** Relations point at keys. An id that says otherwise is kept among the unknown fields. */
function withKey(node: NetworkNode, key: string, report: () => void): NetworkNode {
  if (node.id === key) return node
  report()
  const unknownFields = node.id === '' ? node.unknownFields : { id: node.id, ...node.unknownFields }
  return { ...node, id: key, unknownFields }
}

const readRelations: Reader<Relation[]> = (given, at) =>
  readItems(jsonList(given, at), [...at.path, at.field], relations(at.log))

const networkTable = tableOf(
  network,
  (take, rest): Network => ({
    rootId: null,
    nodes: take('nodes', readNodes),
    relations: take('relations', readRelations),
    isWhole: true,
    vouchedFor: [],
    unknownFields: rest(),
  }),
  (_, { path, shows }) => {
    if (!shows('nodes')) throw noNodes([...path, 'nodes'])
  },
)

export function decodeNetwork(body: unknown, rootId: string, log: QuirkLog): Network {
  const { data, path } = unwrap(body, log)
  const found = networkTable(log)(data, path)
  const root = found.nodes.find(node => node.id === rootId)
  // What stands beside the nodes is about the one that was asked for; without it, about any.
  if (isUnclear(found.unknownFields, { log, path }))
    for (const node of root ? [root] : found.nodes)
      for (const status of ['hitStatus', 'sanctionsStatus'] as const)
        if (node[status] !== 'hit') node[status] = 'unclear'
  return { ...found, rootId: root ? rootId : null }
}
