import type { Relation } from '../../model/network.ts'
import type { Share } from './share.ts'

/** The details of each kind of data issue, beside its parties. */
export interface DataIssueDetails {
  /** A relation names a node that the network does not have. `ids`: the missing node. */
  missing_node: RelationDetail
  /** A relation does not name both of its ends: the other end may be any party. `ids`: the end that it names, if any. */
  unreadable_relation: RelationDetail
  /** An unknown field of the relation mentions screening (`Relation.isUnclear`). `ids`: its ends. */
  unclear_relation: RelationDetail
  /** The relation has an end date and there is no `asOf` to decide: it counts both as current and as ended. `ids`: its ends. */
  ended_relation: RelationDetail
  /** Several nodes have the same id: the hits of all of them count. */
  duplicate_node: object
  /** A node without a name cannot have been screened. */
  unnamed_node: object
  /** An entry of the sanctions list, or another field about sanctions, cannot be read. */
  unclear_node: object
  /** The node has no list of sanctions: whether it was screened for sanctions is unknown. */
  not_shown: object
  /** A person has owners. `ids`: the person, then the owners. */
  owned_person: object
  /**
   * Parties with the same name or registration number that nothing distinguishes: they may be the same party, see `sameParties` of
   * {@link IndexOptions}.
   */
  possibly_same: object
  /**
   * A share is missing: it is between 0 and what the other owners leave, or more than half for a subsidiary. `ids`: owner and
   * company.
   */
  unknown_share: HoldingDetail & {
    /** The range of the share. */
    readonly share: Share
  }
  /**
   * A share that is not a plain fraction. `ids`: owner and company. `percent` is read as a percentage; `mixed_units` may be a
   * fraction or a percentage; `unreadable` is 0 to 100 %; `other_type` comes from a relation that is not ownership, and is
   * between 0 and the share.
   */
  unclear_share: HoldingDetail & {
    /** The share as received. */
    readonly raw: unknown
    /** How the share was read. */
    readonly reading: 'percent' | 'mixed_units' | 'unreadable' | 'other_type'
  }
  /**
   * Several shares of one owner in one company may be the same holding: the total is between the largest and the sum. `ids`:
   * owner and company.
   */
  conflicting_shares: HoldingDetail & {
    /** The shares. */
    readonly values: readonly Share[]
  }
  /** The shares in a company sum to more than 1: each may be too high by the excess. */
  shares_above_whole: HoldingDetail & {
    /** The sum as a fraction, such as 1.2. */
    readonly sum: number
  }
  /** Companies own all of each other: the network names no owner outside the loop. */
  closed_loop: object
}

/** Whether the issue is about shares or votes. */
type HoldingDetail = { readonly of: HoldingKind }

/** The relation in question. An end that it does not name is `''`; `unknownFields` has the values that could not be read. */
type RelationDetail = { readonly relation: Relation }

/** A data issue before the names of its parties are added. */
export type DataIssueWithoutNames = {
  [Kind in keyof DataIssueDetails]: {
    /** Kind of the issue. */
    readonly kind: Kind
    /** The parties concerned. */
    readonly ids: readonly string[]
  } & DataIssueDetails[Kind]
}[keyof DataIssueDetails]

/**
 * An inconsistency or gap of a network that affects a result, distinguished by `kind`. `ids` are the parties concerned.
 *
 * @example
 * const { issues } = indexNetwork(await client.entities.network(id))
 * const unknown = issues.filter(issue => issue.kind === 'unknown_share')
 */
export type DataIssue = DataIssueWithoutNames & PartyNames

/** The names of the parties of a data issue, a flag or a missing fact. */
export type PartyNames = {
  /** The names that belong to `ids`, in the same order; null for a party without a name. */
  readonly names: readonly (string | null)[]
}

/** Kind of a holding. */
export type HoldingKind = 'shares' | 'votes'
