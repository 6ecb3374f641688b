import { UnreadableBody } from '../contract/issues.ts'
import { network, networkNode } from '../contract/network.ts'
import { jsonList, textList } from '../quirks/lists.ts'
import { country, entityType, number, placeholder, requiredText } from '../quirks/scalar.ts'
import { readData, readItems } from '../reading/body.ts'
import { hitListNames } from '../reading/letters.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { type RecordOf, tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import { isUnclear, mentionsScreening } from '../reading/screening.ts'
import type { Finished, Reader } from '../reading/table.ts'
import { decodeJson, isRecord } from '../shared/json.ts'
import { type HitEntry, hits, pepHits } from './hit-entry.ts'
import { type Relation, relations } from './relation.ts'

export type { HitEntry, PepEntry } from './hit-entry.ts'
export type { Relation } from './relation.ts'

const unscreened = 'not_shown' as 'hit' | 'unclear' | 'no_hit' | 'not_shown'

const nodeTable = tableOf(
  networkNode,
  (take, rest) => ({
    /** Identifier within the network, which relations refer to; for the root it may be the entity's. */
    id: take('id', requiredText),
    /** Name; null where the source gives none. */
    name: take('name', placeholder),
    /** Full legal name; null where the source gives none. */
    fullName: take('full_name', placeholder),
    /** `organization`, `person`, or another; null where the source does not say. */
    type: take('type', entityType) || null,
    /** 2-letter ISO country code; null where there is none, or the text names no country. */
    countryCode: take('country_code', country),
    /** Public offices that make the person politically exposed; empty where none was found. */
    pep: take('pep', pepHits),
    /** Sanctions against the party; empty where none was found, which is no clearance. */
    sanctions: take('sanctions', hits),
    /** Adverse media about the party; empty where none was found. */
    adverseMedia: take('adverse_media', hits),
    /** Calculated risk score: its scale is not shown; 0 to 100 in the mock server. Null where there is none. */
    calculatedRiskScore: take('calculatedRiskScore', number),
    /** Data sources. */
    sources: take('sources', textList),
    /** Registration number of an organization; null where there is none. */
    registrationNumber: take('registration_number', placeholder),
    /** Names of the industries that it works in. */
    industry: take('industry', textList),
    /** Other names that the party goes by. */
    alternativeNames: take('alternative_names', textList),
    /** Branch offices, as they came: the specification does not show what they hold. */
    branchOffices: take('branch_offices', jsonList),
    /** Risk factors, as they came. */
    risks: take('risks', jsonList),
    /** Size of an organization, for example Small, Medium, Large; null where there is none. */
    size: take('size', placeholder),
    /** Codes such as NAICS or SIC, as they came. */
    industryClassificationCodes: take('industry_classification_codes', jsonList),
    /** What the source calls the kind of node, for example Entity, Person; null where it does not. */
    nodeType: take('node_type', placeholder),
    /** Day of birth, YYYY-MM-DD, of persons only; null where it is not known. */
    birthDate: take('birth_date', placeholder),
    /**
     * What the screening of this party says. Read it only after the screening has ended: before, nothing has been looked for.
     *
     * - `hit`: at least one readable entry in `pep`, `sanctions` or `adverseMedia`.
     * - `unclear`: else, an entry that cannot be read, or an unknown field that mentions screening and does not say no; of the root
     *   also one beside the nodes.
     * - `not_shown`: else, the list of sanctions is not there.
     * - `no_hit`: all that is there is empty, which is no clearance.
     */
    hitStatus: unscreened,
    /**
     * The same for sanctions alone: a `hit` is a readable entry in `sanctions`, and entries of another kind neither stand for the list
     * of sanctions nor explain what else mentions screening, unless it mentions only their kind, as `is_pep` does.
     */
    sanctionsStatus: unscreened,
    unknownFields: rest(),
  }),
  (node, facts) => {
    screen(node, facts)
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

/** An organization or person of a network; null or an empty list for what is missing (specification: Network, node object). */
export interface NetworkNode extends RecordOf<typeof nodeTable> {}

function screen(node: NetworkNode, facts: Finished): void {
  const { pep, sanctions, adverseMedia } = node
  const hasEntries = pep.length + sanctions.length + adverseMedia.length > 0
  const isSanctioned = hasReadable(sanctions)
  const isHit = isSanctioned || hasReadable(pep) || hasReadable(adverseMedia)
  // Reported also where there is a hit: there may be more.
  const mayBeMore = mentionsMore(node, facts) || facts.isForeign
  const nothing = facts.shows('sanctions') ? 'no_hit' : 'not_shown'
  node.hitStatus = isHit ? 'hit' : hasEntries || mayBeMore ? 'unclear' : nothing
  const isUnclear = sanctions.length > 0 || mayBeMore || node.hitStatus === 'unclear'
  node.sanctionsStatus = isSanctioned ? 'hit' : isUnclear ? 'unclear' : nothing
}

function hasReadable(entries: readonly HitEntry[]): boolean {
  return entries.some(entry => entry.isReadable)
}

/**
 * Whether something mentions screening beyond the kinds of the entries that are there: an unknown field, also within a list of
 * anything, or a text of `risks`.
 */
function mentionsMore(node: NetworkNode, facts: Finished): boolean {
  const { risks, branchOffices, industryClassificationCodes, unknownFields } = node
  const isPep = hasReadable(node.pep)
  const isInMedia = hasReadable(node.adverseMedia)
  const mentions = (text: string) => {
    if (!mentionsScreening(text)) return false
    const others = isPep ? text.replace(/politically|peps?/gi, '') : text
    return mentionsScreening(isInMedia ? others.replace(/adverse|negative.?news/gi, '') : others)
  }
  const says = (fields: UnknownFields, hasTexts = false) => isUnclear(fields, facts, [], hasTexts, mentions)
  const isMentioned = says(unknownFields)
  if (risks.length + branchOffices.length + industryClassificationCodes.length === 0) return isMentioned
  const lists = { branch_offices: branchOffices, industry_classification_codes: industryClassificationCodes }
  // A text of risks says no more than an entry of sanctions. Each is reported, whatever the others say.
  const inRisks = says({ risks }, !hasReadable(node.sanctions))
  return says(lists) || inRisks || isMentioned
}

const readNodes: Reader<NetworkNode[]> = (given, { log, path, field, note }) => {
  if (given === undefined) return []
  const nodes = decodeJson(given)
  if (!isRecord(nodes)) throw noNodes(path, field)
  const read = nodeTable(log)
  const place = [...path, field, '']
  const made = Object.entries(nodes).map(([key, node]) => {
    place[place.length - 1] = key
    return withKey(read(node, place), key, () => log.report('node_id', place, 'id'))
  })
  return nodes === given ? made : note('json_encoded', made)
}

function noNodes(path: Path, field: string): UnreadableBody {
  return new UnreadableBody([...path, field], 'must be the nodes by id')
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
  (take, rest) => ({
    /** The node of the requested entity; null if no node has its id. */
    rootId: null as string | null,
    /** The organizations and persons, the root among them. */
    nodes: take('nodes', readNodes),
    /** The relationships between them: `source` and `target` are the identifiers of nodes. */
    relations: take('relations', readRelations),
    /** False where the response may hold only a part of the network: docs/quirks.md says when. */
    isWhole: true,
    /** Names of fields and members for which the options `screeningFields` and `ignoreMembers` decided something here. */
    vouchedFor: [] as string[],
    unknownFields: rest(),
  }),
  (_, { path, shows }) => {
    if (!shows('nodes')) throw noNodes(path, 'nodes')
  },
)

/**
 * The organizations and persons around an entity, and the relationships between them (specification: Resources, Network).
 *
 * @example
 * const { nodes, relations }: Network = await client.entities.network(id)
 * const names = new Map(nodes.map(node => [node.id, node.name ?? node.id]))
 * for (const { source, type, target } of relations) console.log(names.get(source), type, names.get(target))
 */
export interface Network extends RecordOf<typeof networkTable> {}

export function decodeNetwork(body: unknown, rootId: string, log: QuirkLog): Network {
  return readData(body, log, (data, path) => {
    const found = networkTable(log)(data, path)
    const root = found.nodes.find(node => node.id === rootId)
    found.rootId = root ? rootId : null
    // What stands beside the nodes is about the one that was asked for; without it, about any.
    if (isUnclear(found.unknownFields, { log, path }))
      for (const node of root ? [root] : found.nodes)
        for (const status of ['hitStatus', 'sanctionsStatus'] as const)
          if (node[status] !== 'hit') node[status] = 'unclear'
    return found
  })
}
