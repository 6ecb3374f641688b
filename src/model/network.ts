import { UnreadableBody } from '../contract/issues.ts'
import { network, networkNode } from '../contract/network.ts'
import { jsonList, textList } from '../quirks/lists.ts'
import { country, entityType, number, placeholder, requiredText } from '../quirks/scalar.ts'
import { readData, readItems } from '../reading/body.ts'
import { hitListNames } from '../reading/letters.ts'
import type { QuirkLog } from '../reading/log.ts'
import { isShown, noteQuirk, pathOfField, type ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf, type Wire } from '../reading/read-record.ts'
import { noUnknownFields, type UnknownFields } from '../reading/reading.ts'
import { isUnclear, mentionsScreening } from '../reading/screening.ts'
import { decodeJson, isRecord } from '../shared/json.ts'
import { type HitEntry, hits, pepHits } from './hit-entry.ts'
import { type Relation, relationReader } from './relation.ts'

export type { HitEntry, PepEntry } from './hit-entry.ts'
export type { Relation } from './relation.ts'

const unscreened = 'not_shown' as 'hit' | 'unclear' | 'no_hit' | 'not_shown'

function nodeOf(wire: Wire<typeof networkNode>, context: ReadContext) {
  return {
    /** Identifier within the network, which relations refer to; for the root it may be the entity's. */
    id: requiredText(wire.id, context, 'id'),
    /** Name; null where the source gives none. */
    name: placeholder(wire.name, context, 'name'),
    /** Full legal name; null where the source gives none. */
    fullName: placeholder(wire.full_name, context, 'full_name'),
    /** `organization`, `person`, or another; null where the source does not say. */
    type: entityType(wire.type, context, 'type') || null,
    /** 2-letter ISO country code; null where there is none, or the text names no country. */
    countryCode: country(wire.country_code, context, 'country_code'),
    /** Public offices that make the person politically exposed; empty where none was found. */
    pep: pepHits(wire.pep, context, 'pep'),
    /** Sanctions against the party; empty where none was found, which is no clearance. */
    sanctions: hits(wire.sanctions, context, 'sanctions'),
    /** Adverse media about the party; empty where none was found. */
    adverseMedia: hits(wire.adverse_media, context, 'adverse_media'),
    /** Calculated risk score: its scale is not shown; 0 to 100 in the mock server. Null where there is none. */
    calculatedRiskScore: number(wire.calculatedRiskScore, context, 'calculatedRiskScore'),
    /** Data sources. */
    sources: textList(wire.sources, context, 'sources'),
    /** Registration number of an organization; null where there is none. */
    registrationNumber: placeholder(wire.registration_number, context, 'registration_number'),
    /** Names of the industries that it works in. */
    industry: textList(wire.industry, context, 'industry'),
    /** Other names that the party goes by. */
    alternativeNames: textList(wire.alternative_names, context, 'alternative_names'),
    /** Branch offices, as they came: the specification does not show what they hold. */
    branchOffices: jsonList(wire.branch_offices, context, 'branch_offices'),
    /** Risk factors, as they came. */
    risks: jsonList(wire.risks, context, 'risks'),
    /** Size of an organization, for example Small, Medium, Large; null where there is none. */
    size: placeholder(wire.size, context, 'size'),
    /** Codes such as NAICS or SIC, as they came. */
    industryClassificationCodes: jsonList(
      wire.industry_classification_codes,
      context,
      'industry_classification_codes',
    ),
    /** What the source calls the kind of node, for example Entity, Person; null where it does not. */
    nodeType: placeholder(wire.node_type, context, 'node_type'),
    /** Day of birth, YYYY-MM-DD, of persons only; null where it is not known. */
    birthDate: placeholder(wire.birth_date, context, 'birth_date'),
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
    unknownFields: noUnknownFields,
  }
}

const nodeReader = createRecordReader(networkNode, nodeOf, {
  otherNames: {
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
  conclude: concludeNode,
})

/** An organization or person of a network; null or an empty list for what is missing (specification: Network, node object). */
export interface NetworkNode extends ModelOf<typeof nodeOf> {}

function concludeNode(
  node: ReturnType<typeof nodeOf>,
  wire: Wire<typeof networkNode>,
  context: ReadContext,
): void {
  const { pep, sanctions, adverseMedia } = node
  const hasEntries = pep.length + sanctions.length + adverseMedia.length > 0
  const isSanctioned = hasReadable(sanctions)
  const isHit = isSanctioned || hasReadable(pep) || hasReadable(adverseMedia)
  // Reported also if there is a hit: there may be more.
  const mayBeMore = context.isUnsearched || mentionsMore(node, context)
  const noEntries = isShown(wire, context, 'sanctions') ? 'no_hit' : 'not_shown'
  node.hitStatus = isHit ? 'hit' : hasEntries || mayBeMore ? 'unclear' : noEntries
  const isUnclear = sanctions.length > 0 || mayBeMore || node.hitStatus === 'unclear'
  node.sanctionsStatus = isSanctioned ? 'hit' : isUnclear ? 'unclear' : noEntries
}

function hasReadable(entries: readonly HitEntry[]): boolean {
  return entries.some(entry => entry.isReadable)
}

/**
 * Whether something mentions screening beyond the kinds of the entries that are there: an unknown field, also within a list of
 * anything, or a text of `risks`.
 */
function mentionsMore(node: NetworkNode, context: ReadContext): boolean {
  const { risks, branchOffices, industryClassificationCodes, unknownFields } = node
  const isPep = hasReadable(node.pep)
  const isInMedia = hasReadable(node.adverseMedia)
  const mentions = (text: string) => {
    if (!mentionsScreening(text)) return false
    const others = isPep ? text.replace(/politically|peps?/gi, '') : text
    return mentionsScreening(isInMedia ? others.replace(/adverse|negative.?news/gi, '') : others)
  }
  const says = (fields: UnknownFields, hasTexts = false) => isUnclear(fields, context, [], hasTexts, mentions)
  const isMentioned = says(unknownFields)
  if (risks.length + branchOffices.length + industryClassificationCodes.length === 0) return isMentioned
  const lists = { branch_offices: branchOffices, industry_classification_codes: industryClassificationCodes }
  // A text of risks says no more than an entry of sanctions. Each is reported, whatever the others say.
  const inRisks = says({ risks }, !hasReadable(node.sanctions))
  return says(lists) || inRisks || isMentioned
}

function nodesIn(value: unknown, context: ReadContext, field: string): NetworkNode[] {
  if (value === undefined) return []
  const nodes = decodeJson(value)
  const path = pathOfField(context, field)
  if (!isRecord(nodes)) throw new UnreadableBody(path, noNodes)
  if (nodes !== value) noteQuirk(context, field, 'json_encoded', value)
  const readNode = nodeReader(context.log)
  const nodePath = [...path, '']
  return Object.entries(nodes).map(([key, node]) => {
    nodePath[path.length] = key
    return withKey(readNode(node, nodePath), key, () => context.log.report('node_id', nodePath, 'id'))
  })
}

const noNodes = 'must be the nodes by id'

/** Relations point at keys. An id that says otherwise is kept among the unknown fields. */
function withKey(node: NetworkNode, key: string, report: () => void): NetworkNode {
  if (node.id === key) return node
  report()
  const unknownFields = node.id === '' ? node.unknownFields : { id: node.id, ...node.unknownFields }
  return { ...node, id: key, unknownFields }
}

function relationsIn(value: unknown, context: ReadContext, field: string): Relation[] {
  const relations = jsonList(value, context, field)
  return readItems(relations, pathOfField(context, field), relationReader(context.log))
}

function networkOf(wire: Wire<typeof network>, context: ReadContext) {
  return {
    /** The node of the requested entity; null if no node has its id. */
    rootId: null as string | null,
    /** The organizations and persons, the root among them. */
    nodes: nodesIn(wire.nodes, context, 'nodes'),
    /** The relationships between them: `source` and `target` are the identifiers of nodes. */
    relations: relationsIn(wire.relations, context, 'relations'),
    /** False where the response may hold only a part of the network: docs/quirks.md says when. */
    isWhole: true,
    /** Names of fields and members for which the options `screeningFields` and `ignoreMembers` decided something here. */
    vouchedFor: [] as string[],
    unknownFields: noUnknownFields,
  }
}

const networkReader = createRecordReader(network, networkOf, {
  conclude(_, wire, context) {
    if (!isShown(wire, context, 'nodes')) throw new UnreadableBody([...context.path, 'nodes'], noNodes)
  },
})

/**
 * The organizations and persons around an entity, and the relationships between them (specification: Resources, Network).
 *
 * @example
 * const { nodes, relations }: Network = await client.entities.network(id)
 * const names = new Map(nodes.map(node => [node.id, node.name ?? node.id]))
 * for (const { source, type, target } of relations) console.log(names.get(source), type, names.get(target))
 */
export interface Network extends ModelOf<typeof networkOf> {}

export function decodeNetwork(body: unknown, rootId: string, log: QuirkLog): Network {
  return readData(body, log, (data, path) => {
    const found = networkReader(log)(data, path)
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
