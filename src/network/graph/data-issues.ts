import type { Relation } from '../../model/network.ts'
import type { HoldingKind } from '../relations/relation-types.ts'
import type { RelationDoubt } from '../relations/vocabulary.ts'
import type { Share } from '../share.ts'

/** The details of each kind of data issue, besides its parties. */
export interface DataIssueDetails {
  /** A relation names a node that is missing in the network. `ids`: the id of the missing node. */
  missing_node: RelationDetail
  /**
   * A relation does not name both parties. The unnamed party may be any party. `ids`: the named party, if
   * there is one.
   */
  unreadable_relation: RelationDetail
  /** An unknown field of the relation mentions screening (`Relation.isUnclear`). `ids` contains the two ends of the relation. */
  unclear_relation: RelationDetail
  /** The relation may have ended. Results take both cases into account, current and ended. `ids`: the two ends of the relation. */
  ended_relation: RelationDetail
  /**
   * A relation has words or fields of unknown meaning. `ids`: the two ends of the relation. See `knownWords`, `knownFields` and
   * `readRelation` of {@link IndexOptions}.
   */
  doubtful_relation: RelationDetail & {
    /**
     * What is in doubt. `owner`: whether the holder holds for itself. `control`: whether one end controls the other. `share`: how
     * much is held. `indirect`: the holding may only sum up a chain of other holdings. `total`: it may sum up a chain and a direct
     * holding.
     */
    readonly doubts: readonly Exclude<RelationDoubt, 'end'>[]
    /** The words, and the names of the fields. */
    readonly words: readonly string[]
  }
  /** Several nodes have the same id. The hits of all these nodes are used. */
  duplicate_node: object
  /** A node has no name, so it cannot have been screened. */
  unnamed_node: object
  /** A node has a placeholder in place of a name, such as "Unknown" or "Free float": its holdings count, but their owner is not named. */
  placeholder_name: object
  /** A node has a sanctions entry, or another field about screening, that cannot be read. */
  unclear_node: object
  /** A node has no list of sanctions, so it may not have been screened for sanctions. */
  not_shown: object
  /** A person has owners. `ids`: the person, then the owners. */
  owned_person: object
  /**
   * Parties have the same name or registration number and no field that distinguishes them, so they may be
   * the same party. See `sameParties` of {@link IndexOptions}.
   */
  possibly_same: object
  /**
   * All or part of an owner's share is not stated. `share` is the possible range: from the known part (0 if
   * there is none, just over half if the company is certainly a subsidiary) up to the part that the other
   * owners leave, or up to 1 if they leave nothing. `ids`: owner and company.
   */
  unknown_share: HoldingDetail & {
    /** The range in which the missing share lies. */
    readonly share: Share
  }
  /**
   * A share is not a plain fraction. `ids`: owner and company. `percent`: the share is read as a percentage.
   * `mixed_units`: the share may be a fraction or a percentage. `unreadable`: the share may be anything from
   * 0 to 100 %. `contradicted`: so it may, because the type, a text or another field contradicts it. `other_type`: the relation may not be ownership, so the holding is between 0 and the share.
   */
  unclear_share: HoldingDetail & {
    /** The share as received. */
    readonly raw: unknown
    /** How the share was interpreted. */
    readonly reading: 'percent' | 'mixed_units' | 'unreadable' | 'contradicted' | 'other_type'
  }
  /**
   * Several shares of one owner in one company may be the same holding: the total is between the largest and the sum. `ids`:
   * owner and company.
   */
  conflicting_shares: HoldingDetail & {
    /** The conflicting shares. */
    readonly values: readonly Share[]
  }
  /** The shares in a company sum to more than 1: each share may be too high by the excess. */
  shares_above_whole: HoldingDetail & {
    /** The sum of the shares as a fraction, such as 1.2. */
    readonly sum: number
  }
  /** Companies own each other completely: the network shows no owner outside the loop. */
  closed_loop: object
  /**
   * The owners of a company own parts of each other in a loop that is too large or too dense, or too many shares are unknown:
   * ranges of shares in the company may be wider than necessary, and always contain the true share. `ids`: the company.
   */
  wide_range: object
}

/** Whether the issue is about shares or votes. */
type HoldingDetail = { readonly of: HoldingKind }

/** The relation with the issue. An unnamed end is `''`; `unknownFields` has the values that could not be read. */
type RelationDetail = { readonly relation: Relation }

/** A data issue before the names of its parties are added. */
export type DataIssueWithoutNames = {
  [Kind in keyof DataIssueDetails]: {
    /** Kind of the issue. */
    readonly kind: Kind
    /** The ids of the parties concerned. */
    readonly ids: readonly string[]
  } & DataIssueDetails[Kind]
}[keyof DataIssueDetails]

/**
 * Inconsistent or missing data in a network that affects a result, distinguished by `kind`. `ids` are the parties concerned.
 *
 * @example
 * const { issues } = indexNetwork(await client.entities.network(id))
 * const unknown = issues.filter(issue => issue.kind === 'unknown_share')
 */
export type DataIssue = DataIssueWithoutNames & PartyNames

/** The names of the parties in a list of ids. */
export type PartyNames = {
  /** The names of the parties in `ids`, in the same order; null for a party without a name. */
  readonly names: readonly (string | null)[]
}
