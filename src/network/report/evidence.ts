import type { Entity } from '../../model/entity.ts'
import type { Network } from '../../model/network.ts'
import type { BeneficialOwners } from '../beneficial/beneficial-owners.ts'
import type { BeneficialOwnerRule } from '../beneficial/rules.ts'
import type { NetworkReading } from '../graph/index-options.ts'
import type { Hit } from '../hits.ts'
import type { Ownership } from '../ownership/ownership-of.ts'
import type { SanctionsAssessment } from '../sanctions/assess-sanctions.ts'
import type { Doubt } from '../sanctions/listing.ts'
import type { AssessOptions } from '../sanctions/options.ts'
import type { Regime } from '../sanctions/regimes.ts'

/**
 * What a report is made of. All of it goes into the report, which computes its results itself.
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
  /** The service that was asked, and the version of this package: the client itself will do. Its key is never read. */
  client: {
    /** Address of the service, without a user name or password. */
    readonly baseUrl: string
    /** Version of this package. */
    readonly version?: string | undefined
  }
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
  /** What was decided. */
  decision?: Decision | undefined
  /** What was decided about each hit, as `review` of `openDecisions` in `./portfolio` returns it. */
  reviews?: readonly HitReview[] | undefined
  /** The record before this one: the report says what has changed since. */
  previous?: EvidenceRecord | undefined
  /** What the reader should know, such as a case number. */
  note?: string | undefined
}

/** What was decided, by whom, and why. */
export type Decision = {
  readonly conclusion: string
  readonly by: string
  readonly reason: string
  readonly approvedBy?: string | undefined
}

/** What was decided about a hit, by its key as `hitsOf` gives it; `until` is the last day on which a decision holds. */
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

/** A report as data, as text, and with what proves the text unchanged. */
export interface Evidence {
  /** What was found, as plain data. */
  readonly record: EvidenceRecord
  /** The record as JSON: the names of its fields are sorted, and invisible characters are escaped. */
  readonly json: string
  /** SHA-256 of the JSON in UTF-8, in hexadecimal digits. */
  readonly sha256: string
}

/** What was found about an entity, when, and from where. Times are ISO 8601, UTC; what was not given is null. */
export interface EvidenceRecord extends NetworkReading {
  /** Says that it is this record. */
  readonly kind: 'evidence'
  /** The version of the rules by which it was computed. */
  readonly rules: number
  /** When the network was read. */
  readonly readAt: string
  /** When the record was made. */
  readonly computedAt: string
  /** Where the data comes from. */
  readonly client: {
    /** Address of the service. */
    readonly baseUrl: string
    /** Version of this package. */
    readonly version: string | null
  }
  /** What the reader should know. */
  readonly note: string | null
  /** What was decided. */
  readonly decision: Decision | null
  /** What was decided about each hit; empty where it is not given. */
  readonly reviews: readonly HitReview[]
  /** When the record before was made, and the SHA-256 of its JSON. */
  readonly previous: { readonly computedAt: string; readonly sha256: string } | null
  /** What has changed since the record before, in sentences. */
  readonly changes: readonly string[]
  /** Who the report is about. */
  readonly subject: {
    /** Identifier. */
    readonly id: string | null
    /** Name. */
    readonly name: string | null
    /** Registration number. */
    readonly registration: string | null
    /** Day of the last screening, as the entity says it. */
    readonly lastScreening: string | null
  }
  /** The entity, as the team's list has it. */
  readonly entity: Entity | null
  /** Every hit of the network, as `hitsOf` gives it, the gravest first. None is no clearance. */
  readonly hits: readonly Hit[]
  /** The ids of the parties that were judged listed or possibly listed, by the data or by `isBlocked`. */
  readonly judged: {
    /** Listed. */
    readonly listed: readonly string[]
    /** Possibly listed, and why. */
    readonly possiblyListed: readonly { readonly id: string; readonly doubt: Doubt }[]
  }
  /** What is odd, unknown or unreadable, in sentences. */
  readonly doubts: readonly string[]
  /** Under whose rules sanctions were to be assessed: each has its result in `sanctions`. */
  readonly regimes: readonly Regime[]
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
 * doubt, and the reasoning, with the SHA-256 of its JSON. The same input always gives the same bytes. {@link verifyEvidence} checks
 * it later. The hash needs WebCrypto, which browsers have on https and localhost only. Not legal advice, not clearance.
 *
 * @throws InputValidationError (`invalid_input`) where an option is unknown or wrong, such as a time or a `previous` of another entity.
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

/**
 * What goes into the page, and how much of the network is drawn.
 *
 * @example
 * const network = await client.entities.network(id)
 * const options: HtmlOptions = { network, client, readAt: new Date(), computedAt: new Date(), maxNodes: 60 }
 */
export interface HtmlOptions extends EvidenceOptions {
  /**
   * How many parties are drawn at the most; the others stand in a table.
   *
   * @default 30, and fewer where their names would be below 6 points on A4
   */
  maxNodes?: number | undefined
}

/**
 * Makes the record of {@link toEvidence} as one HTML page that can be filed or printed on A4, with a picture of the network. It has
 * no script and loads nothing; all that comes from the network is escaped, and only http and https sources are links.
 *
 * @throws InputValidationError (`invalid_input`) as {@link toEvidence} does.
 * @example
 * const network = await client.entities.network(id)
 * const decision = { conclusion: 'Rejected', by: 'K. Doe', reason: 'Blocked under the OFAC rule' }
 * console.log(await toHtml({ network, client, readAt: new Date(), computedAt: new Date(), decision, note: 'Case 4711' }))
 */
export async function toHtml(options: HtmlOptions): Promise<string> {
  const { drawPage, makeEvidence } = await import('./page/page.ts')
  return drawPage(await makeEvidence('toHtml', options, ['maxNodes']), options)
}
