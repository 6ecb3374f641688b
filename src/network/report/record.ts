import type { Entity } from '../../model/entity.ts'
import type { Network } from '../../model/network.ts'
import type { BeneficialOwners } from '../beneficial/find-beneficial-owners.ts'
import type { BeneficialOwnerRule } from '../beneficial/rules.ts'
import type { NetworkReading } from '../graph/index-options.ts'
import type { Hit } from '../list-hits.ts'
import type { Ownership } from '../ownership/compute-ownership.ts'
import type { RelationReading } from '../relations/relation-reading.ts'
import type { SanctionsAssessment } from '../sanctions/assess-sanctions.ts'
import type { Doubt } from '../sanctions/listing.ts'
import type { AssessOptions } from '../sanctions/options.ts'
import type { Regime } from '../sanctions/regimes.ts'

/**
 * The inputs of a report. The report contains all of them, and the results that are computed from them.
 *
 * @example
 * const network = await client.entities.network(id)
 * const readAt = new Date()
 * const options: EvidenceOptions = { network, client, readAt, computedAt: new Date(), regimes: ['eu', 'uk'] }
 */
export interface EvidenceOptions extends Omit<AssessOptions, 'regime'> {
  /** The network as read by the client. */
  network: Network
  /** When the network was read: a `Date`, or a string in ISO 8601 with a time zone, such as `2026-01-02T03:04:05Z`. */
  readAt: Date | string
  /** When the report is made. */
  computedAt: Date | string
  /**
   * The service's address and the version of this package. You can pass the client itself: its key is never
   * read.
   */
  client: {
    /** URL of the service, without a user name or password. */
    readonly baseUrl: string
    /** Version of this package. */
    readonly version?: string | undefined
  }
  /**
   * The rules under which sanctions are assessed.
   *
   * @default all: `ofac`, `eu`, `uk`
   */
  regimes?: readonly Regime[] | undefined
  /**
   * The rule by which beneficial owners are determined.
   *
   * @default 'amlr'
   */
  ownerRule?: BeneficialOwnerRule | undefined
  /** The decision on the entity. */
  decision?: EvidenceDecision | undefined
  /** The decision on each hit, as returned by the method `review` of `openDecisions` in `./portfolio`. */
  reviews?: readonly HitReview[] | undefined
  /** The previous record. The report lists the changes since that record. */
  previous?: EvidenceRecord | undefined
  /** A note for the reader, such as a case number. */
  note?: string | undefined
}

/** A decision on the entity: its conclusion, author and reason. */
export type EvidenceDecision = {
  readonly conclusion: string
  readonly by: string
  readonly reason: string
  readonly approvedBy?: string | undefined
}

/** The decision on a hit. `key` is the hit's key from `listHits`; `until` is the last day on which the decision is valid. */
export type HitReview = {
  readonly hit: { readonly key: string }
  readonly state: 'open' | 'proposed' | 'decided' | 'reopened'
  readonly decision: {
    readonly verdict: 'false_positive' | 'true_match' | 'unsure'
    readonly reason: string
    readonly by: string
    readonly approvedBy: string | null
    readonly until: string | null
  } | null
}

/** A report as data and as text, with a hash that reveals later changes to the text. */
export interface Evidence {
  /** The findings as plain data. */
  readonly record: EvidenceRecord
  /** The record as JSON, with sorted field names and escaped invisible characters. */
  readonly json: string
  /** SHA-256 of the JSON in UTF-8, in hexadecimal digits. */
  readonly sha256: string
}

/** The findings about an entity, with the time and the source of the data. Times are ISO 8601 in UTC. An omitted option is null. */
export interface EvidenceRecord extends NetworkReading {
  /** The kind of the result: `evidence`. Distinguishes it from other results, such as `ownership`. */
  readonly kind: 'evidence'
  /** Version of the rules by which the record was computed. */
  readonly rules: number
  /** When the network was read. */
  readonly readAt: string
  /** When the record was made. */
  readonly computedAt: string
  /** Where the data comes from. */
  readonly client: {
    /** URL of the service. */
    readonly baseUrl: string
    /** Version of this package. */
    readonly version: string | null
  }
  /** Note for the reader. */
  readonly note: string | null
  /** The decision on the entity. */
  readonly decision: EvidenceDecision | null
  /** The decision on each hit; empty if the option `reviews` was omitted. */
  readonly reviews: readonly HitReview[]
  /** Time of the previous record, and the SHA-256 of its JSON. */
  readonly previous: { readonly computedAt: string; readonly sha256: string } | null
  /** Changes since the previous record, in sentences. */
  readonly changes: readonly string[]
  /** The entity of the report. */
  readonly subject: {
    /** The entity's identifier; null if it is not known. */
    readonly id: string | null
    /** The entity's name; null if it is not known. */
    readonly name: string | null
    /** The entity's registration number; null if it is not known. */
    readonly registration: string | null
    /** Day of the last screening: the entity's `lastUpdate`. */
    readonly lastScreening: string | null
  }
  /** The entity as in the team's list. */
  readonly entity: Entity | null
  /** All hits of the network, as `listHits` returns them, the most serious first. An empty list does not mean clearance. */
  readonly hits: readonly Hit[]
  /** The listed and possibly listed parties, according to the data or to `listingOf`. */
  readonly judged: {
    /** The ids of listed parties. */
    readonly listed: readonly string[]
    /** The ids of possibly listed parties, with the reason for each. */
    readonly possiblyListed: readonly { readonly id: string; readonly doubt: Doubt }[]
  }
  /** Inconsistent, missing and unreadable data, in sentences. */
  readonly doubts: readonly string[]
  /** The regimes under which sanctions are assessed. `sanctions` has a result for each. */
  readonly regimes: readonly Regime[]
  /**
   * Whether sanctioned parties block the entity: one assessment for each regime; empty if the network does
   * not contain the entity.
   */
  readonly sanctions: readonly SanctionsAssessment[]
  /** The owners of the entity; null if the network does not contain it. */
  readonly ownership: Ownership | null
  /** The beneficial owners; null if the network does not contain the entity. */
  readonly owners: BeneficialOwners | null
  /** The explanations of the results, in sentences. */
  readonly reasoning: {
    /** The explanation of each assessment, in the order of `sanctions`. */
    readonly sanctions: readonly (readonly string[])[]
    /** The explanation of the beneficial owners. */
    readonly owners: readonly string[]
  }
  /** The network as read by the client. */
  readonly network: Network
  /** The results of `readRelation` for each relation of `network`, null for undefined; null without that option. */
  readonly readings: readonly (readonly RelationReading[] | null)[] | null
  /** A notice about the limits of the report, for example that it is not legal advice. */
  readonly notice: string
}
