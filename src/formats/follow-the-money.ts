import type { HitEntry, Network, Relation } from '../model/network.ts'
import { assertKnownOptions } from '../network/graph/assertions.ts'
import { toIndex } from '../network/graph/index-network.ts'
import { type IndexOptions, indexOptionNames } from '../network/graph/index-options.ts'
import type { NetworkIndex } from '../network/graph/network-index.ts'
import type { NetworkParty } from '../network/graph/parties.ts'
import { authorityNames, fieldOf, listNames, programNames } from '../network/list-hits.ts'
import type { Interpretation } from '../network/relations/interpret-relation.ts'
import {
  endsOf,
  interestKindOf,
  isOwnershipType,
  normalizeRelation,
} from '../network/relations/relation-types.ts'
import { formatShare } from '../network/share.ts'
import { sha256 } from '../shared/content.ts'

type Texts = readonly (string | null | undefined)[]
type Properties = Readonly<Record<string, Texts>>

/**
 * Converts a network to JSON lines in FollowTheMoney, the data model of OpenSanctions and Aleph: parties,
 * ownership, directorships and sanctions. Any other relation becomes an `UnknownLink`. Hit entries, risks and
 * unknown fields are in `notes` or `description` as JSON. Identifiers stay the same when the network is read
 * again, and differ between networks.
 *
 * @throws InputValidationError (`invalid_input`) if the network or an option is invalid.
 * @example
 * import { writeFile } from 'node:fs/promises'
 * const network = await client.entities.network(id)
 * await writeFile('network.ftm.json', await toFollowTheMoney(network, { direction: 'source_owns_target' }))
 */
export async function toFollowTheMoney(
  network: Network | NetworkIndex,
  options: IndexOptions = {},
): Promise<string> {
  assertKnownOptions('toFollowTheMoney', options, indexOptionNames)
  const index = toIndex(network, 'toFollowTheMoney', options)
  const ids = new Map<string, string>()
  // Identifiers are hashes, because FollowTheMoney allows only letters, digits, dots and hyphens in them.
  const hash = async (content: unknown) =>
    (await sha256(JSON.stringify([index.rootId, content]))).slice(0, 40)
  for (const id of index.parties.keys()) ids.set(id, await hash(id))
  const idOf = (id: string) => ids.get(id) ?? ''
  const lines = new Set<string>()
  const write = (id: string, schema: string, properties: Properties) =>
    lines.add(`${JSON.stringify({ id, schema, properties: withoutEmptyTexts(properties) })}\n`)
  for (const party of index.parties.values()) {
    const entity = idOf(party.id)
    write(entity, chooseSchema(party), describeParty(party))
    for (const entry of listReadable(party.nodes.flatMap(node => node.sanctions)))
      write(await hash([entity, entry]), 'Sanction', { entity: [entity], ...describeSanction(entry) })
  }
  for (const originalRelation of index.network.relations) {
    const relation = normalizeRelation(originalRelation, index.idOf)
    const { schema, ...ends } = chooseLink(relation, index)
    const namedEnds = Object.entries(ends).map(([name, id]) => [name, [idOf(id)]])
    const interpretations = index.interpretations.get(originalRelation) ?? []
    const link = { ...Object.fromEntries(namedEnds), ...describeInterest(relation, interpretations, schema) }
    // The id is the hash of the original relation, so that two relations get different ids even if their
    // nodes are merged.
    write(await hash(originalRelation), schema, link)
  }
  return [...lines].join('')
}

function chooseSchema(party: NetworkParty | undefined) {
  return party?.type === 'person' ? 'Person' : party?.type === 'organization' ? 'Company' : 'LegalEntity'
}

function listReadable<Entry extends HitEntry>(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ isReadable }) => isReadable)
}

function describeParty({ id, name, type, nodes }: NetworkParty): Properties {
  const pep = listReadable(nodes.flatMap(node => node.pep))
  const sanctions = listReadable(nodes.flatMap(node => node.sanctions))
  const hits = nodes.flatMap(({ pep, sanctions, adverseMedia }) =>
    Object.entries({ pep, sanctions, adverseMedia }),
  )
  return {
    name: [name ?? (id || 'unknown')],
    alias: nodes
      .flatMap(node => [node.name, node.fullName, ...node.alternativeNames])
      .filter(alias => alias !== name),
    country: nodes.map(node => node.countryCode?.toLowerCase()),
    registrationNumber: nodes.map(node => node.registrationNumber),
    birthDate: type === 'person' ? nodes.map(node => node.birthDate) : [],
    position: type === 'person' ? pep.map(({ position }) => position) : [],
    sector: nodes.flatMap(node => node.industry),
    topics: [sanctions.length > 0 ? 'sanction' : null, pep.length > 0 ? 'role.pep' : null],
    ...splitSources(nodes.flatMap(node => node.sources)),
    notes: [
      ...nodes.map(({ hitStatus }) => (/^(no_)?hit$/.test(hitStatus) ? null : `hitStatus: ${hitStatus}`)),
      ...hits.flatMap(([kind, entries]) => entries.map(entry => `${kind}: ${JSON.stringify(entry)}`)),
      ...nodes.map(({ birthDate }) => (birthDate && type !== 'person' ? `birthDate: ${birthDate}` : null)),
      ...nodes.map(({ risks, unknownFields }) =>
        jsonOrNull(risks.length > 0 ? { risks, ...unknownFields } : unknownFields),
      ),
    ],
  }
}

function describeSanction(entry: HitEntry): Properties {
  return {
    program: [fieldOf(entry, programNames)],
    authority: [fieldOf(entry, authorityNames) ?? fieldOf(entry, listNames)],
    summary: [entry.name],
    description: [jsonOrNull(entry.unknownFields)],
    ...splitSources(entry.sources),
  }
}

/** Chooses a link type that fits both parties of a relation: only companies have owners, and only persons are directors. */
function chooseLink(relation: Relation, { parties, directionOf }: NetworkIndex) {
  const { type, source, target } = relation
  const hasSchema = (id: string, schema: string) => chooseSchema(parties.get(id)) === schema
  const [owner, asset] = endsOf(relation, directionOf(type))
  if (isOwnershipType(type) && hasSchema(asset, 'Company'))
    return { schema: 'Ownership', owner, asset } as const
  const [director, organization] = hasSchema(source, 'Company') ? [target, source] : [source, target]
  if (type === 'RoleRelationship' && hasSchema(director, 'Person') && hasSchema(organization, 'Company'))
    return { schema: 'Directorship', director, organization } as const
  return { schema: 'UnknownLink', subject: source, object: target } as const
}

function describeInterest(
  relation: Relation,
  interpretations: readonly Interpretation[],
  schema: string,
): Properties {
  const { type, label, details, unknownFields } = relation
  const percentages = interpretations.map(({ stated }) =>
    schema === 'Ownership' && 'share' in stated ? formatShare(stated.share).replaceAll(' %', '%') : null,
  )
  const unreadShares = interpretations.flatMap(({ stated }, position) =>
    percentages[position] === null && 'raw' in stated ? { exact_share: stated.raw } : [],
  )
  const words = interpretations.flatMap(interpretation => interpretation.words)
  return {
    role: [label, details.keyPosition, details.roleType, type],
    percentage: percentages,
    ownershipType: [schema === 'Ownership' ? interestKindOf(type) : null],
    status: [
      ...interpretations.map(({ ended }) => (ended === null ? 'may have ended' : ended ? 'ended' : null)),
      words.length > 0 ? `doubtful: ${words.join(', ')}` : null,
    ],
    recordId: [details.uid],
    summary: [details.description],
    description: [jsonOrNull({ ...unreadShares[0], ...unknownFields, ...details.unknownFields })],
    ...splitSources(details.sources),
  }
}

/** Separates the URLs in a list of sources from other sources. */
function splitSources(sources: readonly string[]): Properties {
  const isAddress = (source: string) => /^https?:/.test(source) && URL.canParse(source)
  return { sourceUrl: sources.filter(isAddress), publisher: sources.filter(source => !isAddress(source)) }
}

function jsonOrNull(fields: object): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}

/** Removes missing, empty and repeated strings from each property. */
function withoutEmptyTexts(properties: Properties): Properties {
  const texts = (values: Texts) => [
    ...new Set(values.filter(text => typeof text === 'string' && text !== '')),
  ]
  return Object.fromEntries(
    Object.entries(properties)
      .map(([name, values]) => [name, texts(values)] as const)
      .filter(([, values]) => values.length > 0),
  )
}
