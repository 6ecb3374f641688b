import type { Issue } from '../../contract/issues.ts'
import { isRecord } from '../../contract/json.ts'
import type { Entity } from '../../model/entity.ts'
import type { Network } from '../../model/network.ts'
import { invalidInput } from '../../transport/make-error.ts'
import type { BeneficialOwners } from '../beneficial/beneficial-owners.ts'
import { explain } from '../explain.ts'
import type { Exposure } from '../exposure/exposure.ts'
import { checkOptions } from '../graph/check.ts'
import {
  type Direction,
  indexNetwork,
  type NetworkIndex,
  type NetworkReading,
  readingOf,
} from '../graph/index-network.ts'
import { notice } from '../sources.ts'
import { canonicalText, sha256 } from './canonical.ts'
import { doubtsAbout } from './doubts.ts'
import { fitsExposure, fitsOwners } from './fits.ts'
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
  /** When the network was read: a date, or ISO 8601 with its time zone, such as `2026-01-02T03:04:05Z`. */
  when: Date | string
  /** The service that was asked, by its address: the client itself will do. Its key is never read. */
  client: EvidenceClient
  /** The entity, as the team's list has it; left out where only its network is known. */
  entity?: Entity | undefined
  /** What {@link exposure} returned for this very network. A result for an older one is refused. */
  exposure?: Exposure | undefined
  /** What {@link beneficialOwners} returned for this very network. */
  owners?: BeneficialOwners | undefined
  /**
   * Which end of a shareholding is the owner.
   *
   * @default as the results have it; `source_owns_target` without results
   */
  direction?: Direction | undefined
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
  /** The record as JSON: the names of its fields are sorted, and invisible characters are escaped. */
  readonly json: string
  /** SHA-256 of the JSON in UTF-8, in hexadecimal digits. */
  readonly sha256: string
}

/** What was found about an entity, when, and from where. */
export interface EvidenceRecord extends NetworkReading {
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
  /** Both results, sentence by sentence. */
  readonly reasoning: {
    /** Why parties are blocked; empty where the result is not given. */
    readonly exposure: readonly string[]
    /** Why persons are beneficial owners; empty where the result is not given. */
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
 * @throws InputValidationError (`invalid_input`) where a result is not that of this very network, `when` is no date, or
 * the address has a user name or password.
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
  checkOptions(operation, options)
  const { network, entity, exposure, owners, client, note, when } = options
  const direction = options.direction ?? exposure?.direction ?? owners?.direction
  const index = indexNetwork(network, { direction })
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
    ...readingOf(index),
  }
  const json = canonicalText(record)
  return { record, json, sha256: await sha256(json) }
}

function issuesOf(options: EvidenceOptions, index: NetworkIndex): Issue[] {
  const { network, entity, exposure, owners, client, note, when } = options
  const issues: Issue[] = []
  const require = (isRight: boolean, field: string, message: string) => {
    if (!isRight) issues.push({ path: [field], message })
  }
  const { rootId } = network
  require(isTime(when), 'when', 'must be a date, or a text in ISO 8601 with its time zone')
  require(isText(note), 'note', 'must be a text')
  require(isAddress(
    client?.baseUrl,
  ), 'client', 'must have a baseUrl: http or https, without a user name, password or query')
  require(isText(client?.version), 'client', 'must have a version that is a text, or none')
  require(entity === undefined ||
    (isRecord(entity) &&
      (rootId === null || entity.id === rootId)), 'entity', 'must be the entity that the network is of')
  require(exposure === undefined ||
    fitsExposure(index, exposure), 'exposure', 'must be what exposure returns for this very network')
  require(owners === undefined ||
    fitsOwners(index, owners), 'owners', 'must be what beneficialOwners returns for this very network')
  require(exposure === undefined ||
    owners === undefined ||
    exposure?.id === owners?.id, 'owners', 'must be about the same company as exposure')
  return issues
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** A text without a time zone would be another time on another machine. */
function isTime(value: unknown): boolean {
  const isWell = value instanceof Date || (typeof value === 'string' && time.test(value))
  return isWell && !Number.isNaN(new Date(value).getTime())
}

function isAddress(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const { protocol, username, password, search } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search === ''
}
