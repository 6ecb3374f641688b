import type { Entity } from '../../model/entity.ts'
import type { Network } from '../../model/network.ts'
import type { BeneficialOwners } from '../beneficial/beneficial-owners.ts'
import type { BeneficialOwnerRule } from '../beneficial/rules.ts'
import type { NetworkReading } from '../graph/reading.ts'
import type { Ownership } from '../ownership/ownership-of.ts'
import type { SanctionsAssessment } from '../sanctions/assess-sanctions.ts'
import type { Doubt } from '../sanctions/listing.ts'
import type { AssessOptions } from '../sanctions/options.ts'
import type { Regime } from '../sanctions/regimes.ts'
import type { EvidenceHit } from './hits.ts'

/**
 * What a report is made of. All of it goes into the report, so that the same input always gives the same bytes. The report
 * computes its results itself, from the options that `assessSanctions` takes.
 *
 * @example
 * const network = await client.entities.network(id)
 * const readAt = new Date()
 * const options: EvidenceOptions = { network, client, readAt, computedAt: new Date(), regimes: ['eu', 'uk'] }
 */
export interface EvidenceOptions extends Omit<AssessOptions, 'regime'> {
  /** The network, as the client read it. */
  network: Network
  /** When the network was read: a date, or ISO 8601 with its time zone, such as `2026-01-02T03:04:05Z`. */
  readAt: Date | string
  /** When the report is made. */
  computedAt: Date | string
  /** The service that was asked, by its address: the client itself will do. Its key is never read. */
  client: EvidenceClient
  /**
   * Under whose rules sanctions are assessed.
   *
   * @default all: `ofac`, `eu`, `uk`
   */
  regimes?: readonly Regime[] | undefined
  /**
   * Under whose rule beneficial owners are named.
   *
   * @default 'amlr'
   */
  ownerRule?: BeneficialOwnerRule | undefined
  /** Results that you hold already: the report is refused if it comes to others. */
  sanctions?: readonly SanctionsAssessment[] | undefined
  /** The same, of beneficial owners. */
  owners?: BeneficialOwners | undefined
  /** What was decided. */
  decision?: Decision | undefined
  /** The record before this one: the report says what has changed since. */
  previous?: EvidenceRecord | undefined
  /** What the reader should know, such as a case number. */
  note?: string | undefined
}

/**
 * What was decided, by whom, and why.
 *
 * @example
 * const decision: Decision = { conclusion: 'Rejected', by: 'K. Doe', reason: 'Blocked under the OFAC rule' }
 */
export interface Decision {
  /** The conclusion. */
  readonly conclusion: string
  /** Who decided. */
  readonly by: string
  /** Why. */
  readonly reason: string
  /** Who approved it. */
  readonly approvedBy?: string | undefined
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
  /** The version of the rules by which it was computed. */
  readonly rules: number
  /** When the network was read: ISO 8601, UTC. */
  readonly readAt: string
  /** When the record was made: ISO 8601, UTC. */
  readonly computedAt: string
  /** Where the data comes from. */
  readonly client: {
    /** Address of the service. */
    readonly baseUrl: string
    /** Version of this package; null where it is not given. */
    readonly version: string | null
  }
  /** What the reader should know; null for nothing. */
  readonly note: string | null
  /** What was decided; null where nothing is given. */
  readonly decision: Decision | null
  /** The record before; null where none is given. */
  readonly previous: {
    /** When it was made. */
    readonly computedAt: string
    /** SHA-256 of its JSON. */
    readonly sha256: string
  } | null
  /** What has changed since the record before, in sentences. */
  readonly changes: readonly string[]
  /** Who the report is about. */
  readonly subject: {
    /** Identifier; null where neither the network nor an entity has one. */
    readonly id: string | null
    /** Name; null where none is given. */
    readonly name: string | null
    /** Registration number; null where none is given. */
    readonly registration: string | null
    /** Day of the last screening, as the entity says it; null where none is given. */
    readonly lastScreening: string | null
  }
  /** The entity, as the team's list has it; null where it is not given. */
  readonly entity: Entity | null
  /** Every entry against a party of the network, the gravest first. None is no clearance. */
  readonly hits: readonly EvidenceHit[]
  /** The ids of those who were judged listed, or possibly listed, whoever judged. */
  readonly judged: {
    /** Listed. */
    readonly listed: readonly string[]
    /** Possibly listed, and why. */
    readonly possiblyListed: readonly { readonly id: string; readonly doubt: Doubt }[]
  }
  /** What is odd, unknown or unreadable, in sentences. */
  readonly doubts: readonly string[]
  /** Whether sanctioned parties block the entity, by regime; empty where the network does not have it. */
  readonly sanctions: readonly SanctionsAssessment[]
  /** Who owns the entity; null where the network does not have it. */
  readonly ownership: Ownership | null
  /** The beneficial owners; null where the network does not have the entity. */
  readonly owners: BeneficialOwners | null
  /** The results, sentence by sentence. */
  readonly reasoning: {
    /** By regime, in the order of `sanctions`. */
    readonly sanctions: readonly (readonly string[])[]
    /** Why persons are beneficial owners. */
    readonly owners: readonly string[]
  }
  /** The network, as the client read it. */
  readonly network: Network
  /** What the report is not. */
  readonly notice: string
}

/**
 * Makes the record of a screening that can be filed: who, when, from which service, what was found with its sources, what is in
 * doubt, and the reasoning sentence by sentence, with the SHA-256 of its JSON. {@link toHtml} makes a page of it, and
 * {@link verifyEvidence} checks it later. Decision support only: not legal advice, not clearance.
 *
 * The same input always gives the same bytes. The hash needs WebCrypto, which browsers have on https and on localhost only.
 *
 * @throws InputValidationError (`invalid_input`) where a given result differs from what the report computes, a time is none, or
 * the address has a user name or password.
 * @example
 * const network = await client.entities.network(id)
 * const readAt = new Date()
 * const { json, sha256 } = await toEvidence({ network, client, readAt, computedAt: new Date() })
 * console.log(sha256, json.length)
 */
export async function toEvidence(options: EvidenceOptions): Promise<Evidence> {
  const { makeEvidence } = await import('./make-record.ts')
  return makeEvidence('toEvidence', options)
}
