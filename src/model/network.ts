import { UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { networkNode, relation, relationDetails } from '../contract/network.ts'
import { type EntityType, entityTypes, type Open, type RelationType } from '../contract/values.ts'
import { country } from '../quirks/country.ts'
import { countryAlias } from '../quirks/country-alias.ts'
import type { Extra } from '../quirks/extra.ts'
import { fieldSpelling } from '../quirks/field-spelling.ts'
import { jsonList } from '../quirks/json-list.ts'
import type { Path, QuirkLog } from '../quirks/log.ts'
import { openValue } from '../quirks/open-value.ts'
import { placeholder } from '../quirks/placeholder.ts'
import { relationType } from '../quirks/relation-type.ts'
import { boolean, number, text } from '../quirks/scalar.ts'
import { textList } from '../quirks/text-list.ts'
import { fieldNames, note, openRecord, take, takeExtra, unwrap, type WireRecord } from './record.ts'

/** The organizations and persons around an entity, and the relationships between them (specification: Resources, Network). */
export interface Network {
  /** The node of the entity that was asked for; null where no node carries its id. */
  rootId: string | null
  nodes: NetworkNode[]
  relations: Relation[]
  /** Fields beside nodes and relations, as they came. */
  extra: Extra
}

/** An entry of a node's PEP, sanctions or adverse media data; what the source adds is in `extra`. */
export interface RiskEntry {
  name: string | null
  sources: string[]
  extra: Extra
}

/** A public office that makes a person politically exposed. */
export interface PepEntry extends RiskEntry {
  position: string | null
}

/** An organization or person of a network; what a source does not give is null, or an empty list. */
export interface NetworkNode {
  id: string
  name: string | null
  /** Full legal name. */
  fullName: string | null
  type: Open<EntityType> | null
  /** 2-letter ISO country code. */
  countryCode: string | null
  pep: PepEntry[]
  sanctions: RiskEntry[]
  adverseMedia: RiskEntry[]
  calculatedRiskScore: number | null
  /** Data sources. */
  sources: string[]
  registrationNumber: string | null
  industry: string[]
  alternativeNames: string[]
  branchOffices: unknown[]
  /** Risk factors. */
  risks: unknown[]
  /** For example Small, Medium, Large. */
  size: string | null
  /** Codes such as NAICS or SIC. */
  industryClassificationCodes: unknown[]
  /** For example Entity, Person. */
  nodeType: string | null
  /** YYYY-MM-DD; persons only. */
  birthDate: string | null
  extra: Extra
}

/** A relationship between two nodes of a network. */
export interface Relation {
  /** Node id where the relationship starts. */
  source: string
  /** Node id where it ends. */
  target: string
  /** One of the ten types, or one that the specification does not list. */
  type: Open<RelationType>
  /** The type as it came: `HasRole` for some of the role relationships. */
  rawType: string
  /** A role title. */
  label: string | null
  risk: number | null
  details: RelationDetails
  extra: Extra
}

export interface RelationDetails {
  /** Relationship identifier. */
  uid: string | null
  /** Roles. */
  isExecutive: boolean | null
  description: string | null
  /** Roles. */
  keyPosition: string | null
  /** Roles: advisor, board_member, executive, or another. */
  roleType: string | null
  /** Source URLs. */
  sources: string[]
  /** Shareholdings: a fraction, 0.25 for a quarter. */
  exactShare: number | null
  extra: Extra
}

export function decodeNetwork(body: unknown, rootId: string, log: QuirkLog): Network {
  const { data, path } = unwrap(body, log)
  const record = openRecord(data, path, log)
  const nodes = entriesById(record.fields.nodes)
  if (nodes === undefined) throw new UnreadableBody([...path, 'nodes'], 'must be the nodes by id')
  const decoded = nodes.map(([id, node]) => decodeNode(id, openNode(node, [...path, 'nodes', id], log)))
  return {
    rootId: decoded.some(node => node.id === rootId) ? rootId : null,
    nodes: decoded,
    relations: takeRelations(record).map((item, index) =>
      decodeRelation(openRecord(item, [...path, 'relations', index], log)),
    ),
    extra: takeExtra(record, networkFields),
  }
}

const networkFields: ReadonlySet<string> = new Set(['nodes', 'relations', 'success'])

/** Nodes keyed by id; an array of nodes, each with its id, is read too. */
function entriesById(nodes: unknown): [string, unknown][] | undefined {
  if (Array.isArray(nodes)) return nodes.map(node => [isRecord(node) ? String(node.id ?? '') : '', node])
  return isRecord(nodes) ? Object.entries(nodes) : undefined
}

/** A node that cannot be read would look like one against whom there is nothing. */
function openNode(node: unknown, path: Path, log: QuirkLog): WireRecord {
  const record = openRecord(Array.isArray(node) && node.length === 1 ? node[0] : node, path, log)
  if (record.foreign !== undefined) throw new UnreadableBody(path, 'must be a node')
  const spelled = fieldSpelling(record.fields, name => nodeFields.has(name))
  for (const code of spelled.quirks) log.report(code, path)
  return { ...record, fields: spelled.value }
}

/** A list, also as JSON text or keyed by anything; a network without one has been told by its schema. */
function takeRelations(record: WireRecord): unknown[] {
  const { relations } = record.fields
  if (isRecord(relations) && !('source' in relations)) {
    return note(record, 'relations', { value: Object.values(relations), quirks: ['converted'] })
  }
  return takeList(record, 'relations')
}

const nodeFields = fieldNames(networkNode)

function decodeNode(key: string, record: WireRecord): NetworkNode {
  const { fields } = record
  // Relations point at keys. An id that says otherwise is kept beside the rest that could not be read.
  if (fields.id !== key) note(record, 'id', { value: key, quirks: ['node_id', 'unreadable'] })
  return {
    id: key,
    name: take(record, 'name', placeholder),
    fullName: take(record, 'full_name', placeholder),
    type: note(record, 'type', openValue(entityTypes, take(record, 'type', text))),
    countryCode: take(record, 'country', alias => countryAlias(alias, take(record, 'country_code', country))),
    pep: takeEntries(record, 'pep').map(decodePepEntry),
    sanctions: takeEntries(record, 'sanctions').map(decodeRiskEntry),
    adverseMedia: takeEntries(record, 'adverse_media').map(decodeRiskEntry),
    calculatedRiskScore: take(record, 'calculatedRiskScore', number),
    sources: take(record, 'sources', textList),
    registrationNumber: take(record, 'registration_number', placeholder),
    industry: take(record, 'industry', textList),
    alternativeNames: take(record, 'alternative_names', textList),
    branchOffices: takeList(record, 'branch_offices'),
    risks: takeList(record, 'risks'),
    size: take(record, 'size', placeholder),
    industryClassificationCodes: takeList(record, 'industry_classification_codes'),
    nodeType: take(record, 'node_type', placeholder),
    birthDate: take(record, 'birth_date', placeholder),
    extra: takeExtra(record, nodeFields),
  }
}

function takeList(record: WireRecord, field: string): unknown[] {
  return take(record, field, value => jsonList(value, undefined))
}

function takeEntries(record: WireRecord, field: string): WireRecord[] {
  const entries = note(record, field, jsonList(record.fields[field], record.fields[`${field}_json`]))
  return entries.map((entry, index) =>
    openRecord(isRecord(entry) ? entry : { value: entry }, [...record.path, field, index], record.log),
  )
}

const riskEntryFields: ReadonlySet<string> = new Set(['name', 'sources'])
const pepEntryFields: ReadonlySet<string> = new Set([...riskEntryFields, 'position'])

function decodeRiskEntry(record: WireRecord): RiskEntry {
  return { ...decodeNameAndSources(record), extra: takeExtra(record, riskEntryFields) }
}

function decodePepEntry(record: WireRecord): PepEntry {
  const position = take(record, 'position', placeholder)
  return { ...decodeNameAndSources(record), position, extra: takeExtra(record, pepEntryFields) }
}

function decodeNameAndSources(record: WireRecord): Pick<RiskEntry, 'name' | 'sources'> {
  return { name: take(record, 'name', placeholder), sources: take(record, 'sources', textList) }
}

const relationFields = fieldNames(relation)

function decodeRelation(record: WireRecord): Relation {
  const rawType = take(record, 'type', text) ?? ''
  return {
    source: take(record, 'source', text) ?? '',
    target: take(record, 'target', text) ?? '',
    type: note(record, 'type', relationType(rawType)),
    rawType,
    label: take(record, 'label', placeholder),
    risk: take(record, 'risk', number),
    details: decodeDetails(openRecord(record.fields.details, [...record.path, 'details'], record.log)),
    extra: takeExtra(record, relationFields),
  }
}

const detailFields = fieldNames(relationDetails)

function decodeDetails(record: WireRecord): RelationDetails {
  return {
    uid: take(record, 'uid', text),
    isExecutive: take(record, 'is_executive', boolean),
    description: take(record, 'description', placeholder),
    keyPosition: take(record, 'key_position', placeholder),
    roleType: take(record, 'role_type', placeholder),
    sources: take(record, 'sources', textList),
    exactShare: take(record, 'exact_share', number),
    extra: takeExtra(record, detailFields),
  }
}
