import { UnreadableBody } from '../contract/issues.ts'
import { network, networkNode } from '../contract/network.ts'
import { jsonList, textList } from '../quirks/lists.ts'
import {
  entityType,
  isoCountryCode,
  numberOrNull,
  textOrEmpty,
  textUnlessPlaceholder,
} from '../quirks/scalar.ts'
import { type DecodeContext, readData, readItems } from '../reading/body.ts'
import { hitListNames } from '../reading/letters.ts'
import { isShown, noteQuirk, pathOfField, type ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf, type Wire } from '../reading/read-record.ts'
import { mentionsScreening } from '../reading/screening/mentions-screening.ts'
import { reportUnclearField, startsJson } from '../reading/screening/unclear-fields.ts'
import { noUnknownFields, type UnknownFields } from '../reading/unknown-fields.ts'
import { decodeJson, isRecord } from '../shared/json.ts'
import { type HitEntry, hits, pepHits } from './hit-entry.ts'
import { type Relation, relationReader } from './relation.ts'

export type { HitEntry, PepEntry } from './hit-entry.ts'
export type { Relation } from './relation.ts'

const initialStatus = 'not_shown' as 'hit' | 'unclear' | 'no_hit' | 'not_shown'

const nodeReader = createRecordReader(
  networkNode,
  (wire, context) => ({
    /** Identifier within the network: the `source` and `target` of relations refer to it. */
    id: textOrEmpty(wire.id, context, 'id'),
    /** Name; null if the response has none. */
    name: textUnlessPlaceholder(wire.name, context, 'name'),
    /** Full legal name; null if the response has none. */
    fullName: textUnlessPlaceholder(wire.full_name, context, 'full_name'),
    /** `organization`, `person`, or another type; null if the response has none. */
    type: entityType(wire.type, context, 'type') || null,
    /** 2-letter ISO country code; null if there is none, or if the value is not a country. */
    countryCode: isoCountryCode(wire.country_code, context, 'country_code'),
    /** Public offices that make the person politically exposed; empty if the screening found none. */
    pep: pepHits(wire.pep, context, 'pep'),
    /** Sanctions against the party; empty if the screening found none. An empty list is not a clearance. */
    sanctions: hits(wire.sanctions, context, 'sanctions'),
    /** Adverse media about the party; empty if the screening found none. */
    adverseMedia: hits(wire.adverse_media, context, 'adverse_media'),
    /** Risk score; null if there is none. The scale is not documented; the mock server uses 0 to 100. */
    calculatedRiskScore: numberOrNull(wire.calculatedRiskScore, context, 'calculatedRiskScore'),
    /** Data sources. */
    sources: textList(wire.sources, context, 'sources'),
    /** Registration number of an organization; null if there is none. */
    registrationNumber: textUnlessPlaceholder(wire.registration_number, context, 'registration_number'),
    /** Names of the organization's industries. */
    industry: textList(wire.industry, context, 'industry'),
    /** Other names of the party. */
    alternativeNames: textList(wire.alternative_names, context, 'alternative_names'),
    /** Branch offices, unchanged: their fields are not documented. */
    branchOffices: jsonList(wire.branch_offices, context, 'branch_offices'),
    /** Risk factors, in the form in which the service sent them. */
    risks: jsonList(wire.risks, context, 'risks'),
    /** Size of an organization, such as Small, Medium or Large; null if there is none. */
    size: textUnlessPlaceholder(wire.size, context, 'size'),
    /** Industry codes, such as those of NAICS or SIC, unchanged. */
    industryClassificationCodes: jsonList(
      wire.industry_classification_codes,
      context,
      'industry_classification_codes',
    ),
    /** Kind of node as the service sent it, such as Entity or Person; null if there is none. */
    nodeType: textUnlessPlaceholder(wire.node_type, context, 'node_type'),
    /** Day of birth of a person, YYYY-MM-DD; null if it is unknown. */
    birthDate: textUnlessPlaceholder(wire.birth_date, context, 'birth_date'),
    /**
     * Result of the screening of this party. Read it only after the screening has ended.
     *
     * - `hit`: at least one readable entry in `pep`, `sanctions` or `adverseMedia`.
     * - `unclear`: no readable entry, but an unreadable entry, or an unknown field that mentions screening.
     *   For the requested entity, such a field may also be next to `nodes` in the response.
     * - `not_shown`: neither `hit` nor `unclear`, and the list of sanctions is missing.
     * - `no_hit`: neither `hit` nor `unclear`, and the list of sanctions is empty. This is not a clearance.
     */
    hitStatus: initialStatus,
    /**
     * The screening result for sanctions only, with the same values. If the party has readable PEP or adverse media entries,
     * unknown fields about the same topic do not make the result `unclear`.
     */
    sanctionsStatus: initialStatus,
    unknownFields: noUnknownFields,
  }),
  {
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
    conclude(node, wire, context) {
      concludeNode(node, wire, context)
    },
  },
)

/** An organization or person in a network. A missing value is null or an empty list. */
export interface NetworkNode extends ModelOf<typeof nodeReader> {}

function concludeNode(node: NetworkNode, wire: Wire<typeof networkNode>, context: ReadContext): void {
  const { pep, sanctions, adverseMedia } = node
  const hasEntries = pep.length + sanctions.length + adverseMedia.length > 0
  const isSanctioned = hasReadable(sanctions)
  const isHit = isSanctioned || hasReadable(pep) || hasReadable(adverseMedia)
  // Unknown fields are checked even if the node has a hit, because they may contain further hits.
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
 * Whether an unknown field, at any depth, or a string in `risks` mentions screening. Mentions of PEP are ignored if there is a
 * readable PEP entry; the same applies to adverse media.
 */
function mentionsMore(node: NetworkNode, context: ReadContext): boolean {
  const { risks, branchOffices, industryClassificationCodes, unknownFields } = node
  const entryCount = risks.length + branchOffices.length + industryClassificationCodes.length
  if (entryCount === 0 && unknownFields === noUnknownFields) return false
  const isPep = hasReadable(node.pep)
  const isInMedia = hasReadable(node.adverseMedia)
  const mentions = (text: string) => {
    if (!mentionsScreening(text)) return false
    const others = isPep ? text.replace(/politically|peps?/gi, '') : text
    return mentionsScreening(isInMedia ? others.replace(/adverse|negative.?news/gi, '') : others)
  }
  const isUnclear = (fields: UnknownFields, hasTexts = false) =>
    reportUnclearField(fields, context, [], hasTexts, mentions)
  const isMentioned = isUnclear(unknownFields)
  const lists = { branch_offices: branchOffices, industry_classification_codes: industryClassificationCodes }
  // Strings in `risks` are ignored if there is a readable sanctions entry. All three searches run before their results are
  // combined, so that each unclear field is reported.
  const inRisks = risks.length > 0 && isUnclear({ risks }, !hasReadable(node.sanctions))
  // Fast path: most lists have only codes such as `NACE 62`, which have no fields to search.
  const isSearched = context.log.fieldOverrides.size > 0 || Object.values(lists).some(mayHaveFields)
  return (isSearched && isUnclear(lists)) || inRisks || isMentioned
}

/** Whether a list has an entry that is an object, or text that may encode one. */
function mayHaveFields(entries: readonly unknown[]): boolean {
  return entries.some(entry => typeof entry !== 'string' || startsJson(entry))
}

function readNodes(value: unknown, context: ReadContext, field: string): NetworkNode[] {
  if (value === undefined) return []
  const nodes = decodeJson(value)
  const path = pathOfField(context, field)
  if (!isRecord(nodes)) throw new UnreadableBody(path, noNodes)
  if (nodes !== value) noteQuirk(context, field, 'json_encoded', value)
  const readNode = nodeReader(context.log)
  const nodePath = [...path, '']
  return Object.keys(nodes).map(key => {
    nodePath[path.length] = key
    const model = readNode(nodes[key], nodePath)
    if (model.id === key) return model
    context.log.report('node_id', nodePath, 'id')
    return withKey(model, key)
  })
}

const noNodes = 'must be the nodes by id'

/**
 * Replaces the id of a node with its key in `nodes`, because relations refer to nodes by key. Stores the
 * original id in `unknownFields`.
 */
function withKey(node: NetworkNode, key: string): NetworkNode {
  const unknownFields = node.id === '' ? node.unknownFields : { id: node.id, ...node.unknownFields }
  return { ...node, id: key, unknownFields }
}

function readRelations(value: unknown, context: ReadContext, field: string): Relation[] {
  const relations = jsonList(value, context, field)
  return readItems(relations, pathOfField(context, field), relationReader(context.log))
}

const networkReader = createRecordReader(
  network,
  (wire, context) => ({
    /** Identifier of the requested entity, which is also the id of its node; null if there is no such node. */
    rootId: null as string | null,
    /** The organizations and persons, including the requested entity. */
    nodes: readNodes(wire.nodes, context, 'nodes'),
    /** The relationships between the nodes. */
    relations: readRelations(wire.relations, context, 'relations'),
    /**
     * Whether the response is the complete network; false if entries may be missing. docs/quirks.md explains
     * how the client detects this.
     */
    isComplete: true,
    /**
     * Names of the fields that the client ignored because of the options `knownFields` or
     * `ignoreResponseFields`.
     */
    overriddenFields: [] as string[],
    unknownFields: noUnknownFields,
  }),
  {
    conclude(_, wire, context) {
      if (!isShown(wire, context, 'nodes')) throw new UnreadableBody([...context.path, 'nodes'], noNodes)
    },
  },
)

/**
 * The network of an entity: the organizations and persons around it, and the relationships between them.
 *
 * @example
 * const { nodes, relations }: Network = await client.entities.network(id)
 * const names = new Map(nodes.map(node => [node.id, node.name ?? node.id]))
 * for (const { source, type, target } of relations) console.log(names.get(source), type, names.get(target))
 */
export interface Network extends ModelOf<typeof networkReader> {}

export function decodeNetwork(
  body: unknown,
  { id: rootId, log }: Pick<DecodeContext, 'id' | 'log'>,
): Network {
  return readData(body, log, (data, path) => {
    const network = networkReader(log)(data, path)
    const root = network.nodes.find(node => node.id === rootId)
    network.rootId = root ? rootId : null
    // An unknown field next to `nodes` is about the requested entity. If that entity has no node, the field may be about any
    // node.
    if (reportUnclearField(network.unknownFields, { log, path }))
      for (const node of root ? [root] : network.nodes)
        for (const status of ['hitStatus', 'sanctionsStatus'] as const)
          if (node[status] !== 'hit') node[status] = 'unclear'
    return network
  })
}
