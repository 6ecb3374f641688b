import type { Relation } from '../../model/network.ts'
import type { Share } from './share.ts'

/** What each kind of data issue says beside the parties that it is about. */
export interface DataIssueDetails {
  /** A relation names a node that the network does not have: who that is, is not known. `ids`: the missing node. */
  missing_node: RelationDetail
  /** A relation does not name all of its ends: it may be with any party. `ids`: the end that it names, if any. */
  unreadable_relation: RelationDetail
  /** An unknown field of the relation mentions screening (`Relation.isUnclear`). `ids`: its ends. */
  unclear_relation: RelationDetail
  /** The relation has an end date and no `asOf` decides: it counts as current and as ended both. `ids`: its ends. */
  ended_relation: RelationDetail
  /** Several nodes have the same id: the hits of each of them count. */
  duplicate_node: object
  /** A node without a name cannot have been screened. */
  unnamed_node: object
  /** What the node says about sanctions cannot be read, or not all of it: an entry of the list, or another field. */
  unclear_node: object
  /** The list of sanctions is not on the node: whether it was screened for sanctions is not known. */
  not_shown: object
  /** A person is said to have owners. `ids`: the person, then the owners. */
  owned_person: object
  /** Parties of one name or registration number, which nothing tells apart: they may be one, see `same` of {@link IndexOptions}. */
  possibly_same: object
  /** A share is missing: it is from 0 to what the others leave, more than half of a subsidiary. `ids`: owner and company. */
  unknown_share: HoldingDetail & {
    /** What it can be. */
    readonly share: Share
  }
  /**
   * A share that is no plain fraction. `ids`: owner and company. `percent` counts as what it says; `mixed_units` may be a fraction or
   * a percentage; `unreadable` is 0 to 100 %; `other_type` comes from a relation of another kind and is from 0 to what it says.
   */
  unclear_share: HoldingDetail & {
    /** The share as it came. */
    readonly raw: unknown
    /** How it was read. */
    readonly reading: 'percent' | 'mixed_units' | 'unreadable' | 'other_type'
  }
  /** Several shares of one owner in one company may be one: the total is from the largest to the sum. `ids`: owner and company. */
  conflicting_shares: HoldingDetail & {
    /** The shares. */
    readonly values: readonly Share[]
  }
  /** The shares in a company sum to more than the whole: each may be too high by the excess. */
  shares_above_whole: HoldingDetail & {
    /** The sum as a fraction, such as 1.2. */
    readonly sum: number
  }
  /** Companies own all of each other: no owner is named behind them. */
  closed_loop: object
}

/** Of what a share is. */
type HoldingDetail = { readonly of: HoldingKind }

/** The relation at fault; `''` is an end that it does not name, and `unknownFields` has what could not be read. */
type RelationDetail = { readonly relation: Relation }

/** What is found, by ids alone. */
export type DataIssueWithoutNames = {
  [Kind in keyof DataIssueDetails]: {
    /** What it is. */
    readonly kind: Kind
    /** The parties that it is about. */
    readonly ids: readonly string[]
  } & DataIssueDetails[Kind]
}[keyof DataIssueDetails]

/**
 * What is odd or unknown in a network and affects a result, distinguished by `kind`. `ids` are the parties that it is about.
 *
 * @example
 * const { issues } = indexNetwork(await client.entities.network(id))
 * const unknown = issues.filter(issue => issue.kind === 'unknown_share')
 */
export type DataIssue = DataIssueWithoutNames & PartyNames

/** The parties of a data issue, a flag or a missing fact, by name. */
export type PartyNames = {
  /** The names that go with `ids`, in their order; null where none is given. */
  readonly names: readonly (string | null)[]
}

/** What is held: shares, or votes. */
export type HoldingKind = 'shares' | 'votes'
