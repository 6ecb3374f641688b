import { UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { networkNode } from '../contract/network.ts'
import { type EntityType, entityTypes, type Open } from '../contract/values.ts'
import { country, countryAlias } from '../quirks/country.ts'
import { findHits, hitList, isPlainList } from '../quirks/hits.ts'
import { decoded, isKeyed, isUnreadable, jsonList, once } from '../quirks/json-list.ts'
import { number, openValue } from '../quirks/scalar.ts'
import { textList } from '../quirks/text-list.ts'
import { type Extra, noExtra } from '../reading/extra.ts'
import { createFieldNames } from '../reading/field-names.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import {
  fieldNames,
  findStrayHits,
  mapItems,
  openRecord,
  reportHits,
  take,
  takeExtra,
  takeRest,
  takeShown,
  unwrap,
  type WireRecord,
} from './record.ts'
import { decodeRelation, type Relation, relationFields } from './relation.ts'
import {
  decodePepEntry,
  decodeRiskEntry,
  type PepEntry,
  type RiskEntry,
  showHits,
  takeEntries,
} from './risk-entries.ts'

export type { Relation, RelationDetails } from './relation.ts'
export type { PepEntry, RiskEntry } from './risk-entries.ts'

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
  /** Fields beside nodes and relations, unchanged. */
  extra: Extra
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
  sanctions: RiskEntry[]
  /** Adverse media about the party; empty where none was found. */
  adverseMedia: RiskEntry[]
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
  /** Unknown fields, and those that could not be read, unchanged. */
  extra: Extra
}

export function decodeNetwork(body: unknown, rootId: string, log: QuirkLog): Network {
  const { data, path, hits: beside } = unwrap(body, log)
  const record = openRecord(data, path, log, networkFields)
  const nodes = decodeNodes(record.fields.nodes, [...path, 'nodes'], log)
  const root = nodes.find(node => node.id === rootId)
  const hits = [...beside]
  const relations = mapItems(takeRelations(record), [...path, 'relations'], (item, at) =>
    decodeRelation(item, at, log, hits),
  )
  const extra = takeExtra(record, hits)
  if (hits.length > 0) showHits(hits, root ?? nodes[0] ?? refuseHits(path), record)
  return { rootId: root === undefined ? null : rootId, nodes, relations, extra }
}

function refuseHits(path: Path): never {
  throw new UnreadableBody([...path, 'nodes'], 'must hold the party of the hits')
}

const networkFields = createFieldNames(['nodes', 'relations', 'success'], ['nodes', 'relations'])

/** Nodes keyed by id; an array of nodes, each with its id, is read too. */
function decodeNodes(given: unknown, path: Path, log: QuirkLog): NetworkNode[] {
  const nodes = decoded(given)
  const isBroken = Array.isArray(nodes) && nodes.some(isUnreadable)
  if (isBroken || !(Array.isArray(nodes) || isRecord(nodes)))
    throw new UnreadableBody(path, 'must be the nodes by id')
  if (nodes !== given) log.report('json_encoded', path.slice(0, -1), path.at(-1))
  const byId = Array.isArray(nodes) ? once(nodes.flatMap(nodesOf)) : Object.entries(nodes)
  return mapItems(
    byId,
    path,
    ([id, node], at) => decodeNode(id, openNode(node, at, log)),
    ([id]) => id,
  )
}

/** Of nodes under two names a list is made: one of its items may be all of those by id. */
function nodesOf(item: unknown): [id: string, node: unknown][] {
  return isKeyed(item, nodeFields) ? Object.entries(item) : [[idOf(item), item]]
}

function idOf(node: unknown): string {
  return isRecord(node) ? String(node.id ?? '') : ''
}

/** A node that cannot be read would look like one against whom there is nothing. */
function openNode(node: unknown, path: Path, log: QuirkLog): WireRecord {
  const record = openRecord(Array.isArray(node) && node.length === 1 ? node[0] : node, path, log, nodeFields)
  if (record.foreign !== undefined) throw new UnreadableBody(path, 'must be a node')
  return record
}

/** A list, also as JSON text or keyed by anything; the schema has reported a network without one. */
function takeRelations(record: WireRecord): unknown[] {
  const items = take(record, 'relations', jsonList(record.fields.relations))
  return items.flatMap(item => (isKeyed(item, relationFields) ? Object.values(item) : [item]))
}

const nodeFields = fieldNames(networkNode)

function decodeNode(key: string, record: WireRecord): NetworkNode {
  const { fields } = record
  // Relations point at keys. An id that says otherwise is kept beside the rest that could not be read.
  if (fields.id !== key) take(record, 'id', { value: key, quirks: ['node_id', 'unreadable'] })
  const node: NetworkNode = {
    id: key,
    name: takeShown(record, 'name', fields.name),
    fullName: takeShown(record, 'full_name', fields.full_name),
    type: take(record, 'type', openValue(entityTypes, fields.type)),
    countryCode: take(
      record,
      'country',
      countryAlias(fields.country, take(record, 'country_code', country(fields.country_code))),
    ),
    pep: takeEntries(record, 'pep', hitList(fields.pep, fields.pep_json), decodePepEntry),
    sanctions: takeEntries(
      record,
      'sanctions',
      hitList(fields.sanctions, fields.sanctions_json),
      decodeRiskEntry,
    ),
    adverseMedia: takeEntries(
      record,
      'adverse_media',
      hitList(fields.adverse_media, fields.adverse_media_json),
      decodeRiskEntry,
    ),
    calculatedRiskScore: take(record, 'calculatedRiskScore', number(fields.calculatedRiskScore)),
    sources: take(record, 'sources', textList(fields.sources)),
    registrationNumber: takeShown(record, 'registration_number', fields.registration_number),
    industry: take(record, 'industry', textList(fields.industry)),
    alternativeNames: take(record, 'alternative_names', textList(fields.alternative_names)),
    branchOffices: take(record, 'branch_offices', jsonList(fields.branch_offices)),
    risks: take(record, 'risks', jsonList(fields.risks)),
    size: takeShown(record, 'size', fields.size),
    industryClassificationCodes: take(
      record,
      'industry_classification_codes',
      jsonList(fields.industry_classification_codes),
    ),
    nodeType: takeShown(record, 'node_type', fields.node_type),
    birthDate: takeShown(record, 'birth_date', fields.birth_date),
    extra: takeRest(record),
  }
  showStrayHits(node, record)
  return node
}

function showStrayHits(node: NetworkNode, record: WireRecord): void {
  const { extra, branchOffices, risks, industryClassificationCodes } = node
  const lists = {
    branch_offices: branchOffices,
    risks,
    industry_classification_codes: industryClassificationCodes,
  }
  if (extra === noExtra && Object.values(lists).every(isPlainList)) return
  const stray = [...findStrayHits(extra, record), ...findHits(lists)]
  if (stray.length === 0) return
  reportHits(stray, record)
  showHits(stray, node, record)
}
