import type { Issue } from '../../contract/issues.ts'
import type { Entity } from '../../model/entity.ts'
import type { Network } from '../../model/network.ts'
import { invalidInput } from '../../transport/make-error.ts'
import type { BeneficialOwners } from '../beneficial/beneficial-owners.ts'
import { explain } from '../explain.ts'
import type { Exposure } from '../exposure/exposure.ts'
import { indexNetwork, type NetworkIndex } from '../graph/index-network.ts'
import { notice } from '../sources.ts'
import { canonicalText, sha256 } from './canonical.ts'
import { doubtsAbout } from './doubts.ts'
import { type EvidenceHit, hitsIn } from './hits.ts'

/**
 * What a report is made of. All of it goes into the report, so that the same input always gives the same bytes.
 *
 * @example
 * const network = await client.entities.network(id)
 * const options: EvidenceOptions = { network, exposure: exposure(network, { regime: 'eu' }), client, when: new Date() }
 */
export interface EvidenceOptions {
  /** The network, as the client read it. */
  network: Network
  /** When the network was read: a date, or ISO 8601. */
  when: Date | string
  /** The service that was asked, by its address: the client itself will do. Its key is never read. */
  client: EvidenceClient
  /** The entity, as the team's list has it; left out where only its network is known. */
  entity?: Entity | undefined
  /** What {@link exposure} answered about the network. */
  exposure?: Exposure | undefined
  /** What {@link beneficialOwners} answered about the network. */
  owners?: BeneficialOwners | undefined
  /** What the reader should know, such as who made the report and why. */
  note?: string | undefined
}

/**
 * Where the data comes from.
 *
 * @example
 * const from: EvidenceClient = { baseUrl: client.baseUrl, version: '1.2.0' }
 */
export interface EvidenceClient {
  /** Address of the service, without a user name or password. */
  readonly baseUrl: string
  /** Version of this package. */
  readonly version?: string | undefined
}

/** A report as data, as text, and with what proves the text unchanged. */
export interface Evidence {
  /** What was found, as plain data. */
  readonly record: EvidenceRecord
  /** The record as JSON: the names of its fields are sorted, and characters that nobody sees are escaped. */
  readonly json: string
  /** SHA-256 of the JSON in UTF-8, in hexadecimal digits. */
  readonly sha256: string
}

/** What was found about an entity, when, and from where. */
export interface EvidenceRecord {
  /** Says that it is this record. */
  readonly kind: 'evidence'
  /** When the network was read: ISO 8601, UTC. */
  readonly when: string
  /** Where the data comes from. */
  readonly client: {
    /** Address of the service. */
    readonly baseUrl: string
    /** Version of this package; null where it is not given. */
    readonly version: string | null
  }
  /** What the reader should know; null for nothing. */
  readonly note: string | null
  /** Who the report is about. */
  readonly subject: {
    /** Identifier; null where neither the network nor an entity has one. */
    readonly id: string | null
    /** Name; null where none is given. */
    readonly name: string | null
  }
  /** The entity, as the team's list has it; null where it is not given. */
  readonly entity: Entity | null
  /** Every entry against a party of the network. None is no clearance. */
  readonly hits: readonly EvidenceHit[]
  /** What is odd, unknown or unreadable, in sentences. */
  readonly doubts: readonly string[]
  /** Whether blocked parties stand behind the entity; null where it is not given. */
  readonly exposure: Exposure | null
  /** The beneficial owners; null where they are not given. */
  readonly owners: BeneficialOwners | null
  /** Both answers, sentence by sentence. */
  readonly reasoning: {
    /** Why parties are blocked; empty where the answer is not given. */
    readonly exposure: readonly string[]
    /** Why persons are beneficial owners; empty where the answer is not given. */
    readonly owners: readonly string[]
  }
  /** The network, as the client read it. */
  readonly network: Network
  /** What the report is not. */
  readonly notice: string
}

/**
 * Makes the record of a screening that can be filed: who, when, from which service, what was found with its sources, what is in
 * doubt, and the reasoning sentence by sentence, with the SHA-256 of its JSON. {@link toHtml} makes a page of it. It is an aid to a
 * decision, and no legal advice.
 *
 * The same input always gives the same bytes. The hash needs WebCrypto, which browsers have on https and on localhost only.
 *
 * @throws InputValidationError (`invalid_input`) where an answer is about another network, `when` is no date, or the address has a
 * user name or password.
 * @example
 * const network = await client.entities.network(id)
 * const { json, sha256 } = await toEvidence({ network, client, when: new Date() })
 * console.log(sha256, json.length)
 */
export async function toEvidence(options: EvidenceOptions): Promise<Evidence> {
  return evidenceFor('toEvidence', options)
}

/** The evidence of a report; errors name the operation that was called. */
export async function evidenceFor(operation: string, options: EvidenceOptions): Promise<Evidence> {
  const { network, entity, exposure, owners, client, note, when } = options
  const index = indexNetwork(network)
  const issues = issuesOf(options, index)
  if (issues.length > 0) throw invalidInput(operation, issues)
  const id = exposure?.id ?? owners?.id ?? network.rootId
  const name = (id === null ? null : index.parties.get(id)?.name) ?? entity?.name ?? null
  const record: EvidenceRecord = {
    kind: 'evidence',
    when: new Date(when).toISOString(),
    client: { baseUrl: client.baseUrl, version: client.version ?? null },
    note: note ?? null,
    subject: { id: id ?? entity?.id ?? null, name },
    entity: entity ?? null,
    hits: hitsIn(network),
    doubts: doubtsAbout(network, index, entity),
    exposure: exposure ?? null,
    owners: owners ?? null,
    reasoning: {
      exposure: exposure === undefined ? [] : explain(exposure),
      owners: owners === undefined ? [] : explain(owners),
    },
    network,
    notice,
  }
  const json = canonicalText(record)
  return { record, json, sha256: await sha256(json) }
}

function issuesOf({ network, entity, exposure, owners, client, when }: EvidenceOptions, index: NetworkIndex) {
  const issues: Issue[] = []
  const require = (isRight: boolean, field: string, message: string) => {
    if (!isRight) issues.push({ path: [field], message })
  }
  const isHere = (id: string) => index.parties.has(id)
  require(!Number.isNaN(new Date(when).getTime()), 'when', 'must be a date, or a text in ISO 8601')
  require(isAddress(
    client?.baseUrl,
  ), 'client', 'must have a baseUrl: http or https, without a user name, password or query')
  const { rootId } = network
  require(entity === undefined ||
    rootId === null ||
    entity.id === rootId, 'entity', 'must be the entity that the network is of')
  require(exposure === undefined ||
    (exposure.kind === 'exposure' &&
      isHere(exposure.id)), 'exposure', 'must be an answer of exposure about a node of the network')
  require(owners === undefined ||
    (owners.kind === 'beneficial_owners' &&
      isHere(owners.id)), 'owners', 'must be an answer of beneficialOwners about a node of the network')
  require(exposure === undefined ||
    owners === undefined ||
    exposure.id === owners.id, 'owners', 'must be about the same company as exposure')
  return issues
}

function isAddress(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const { protocol, username, password, search } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search === ''
}
