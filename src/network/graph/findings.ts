import type { Open, RelationType } from '../../contract/values.ts'
import type { Relation } from '../../model/network.ts'
import type { Share } from './share.ts'

/**
 * What is odd or unknown in a network and affects a result, distinguished by `kind`. `ids` are the parties that it is about.
 *
 * @example
 * const { findings } = indexNetwork(await client.entities.network(id))
 * const unknown = findings.filter(finding => finding.kind === 'unknown_share')
 */
export type Finding = Oddity & PartyNames

/** The parties of a finding, or of a flag, by name. */
export interface PartyNames {
  /** The names that go with `ids`, in their order; null where none is given. */
  readonly names: readonly (string | null)[]
}

/** What is found, by ids alone. */
export type Oddity =
  | MissingNodeFinding
  | UnreadableRelationFinding
  | NodeFinding
  | SelfOwnershipFinding
  | UnknownShareFinding
  | ShareOutOfRangeFinding
  | ConflictingSharesFinding
  | SharesAboveWholeFinding
  | ClosedLoopFinding

/** A relation names a node that the network does not have. Who that is, is not known. */
export interface MissingNodeFinding {
  /** Says that it is this finding. */
  readonly kind: 'missing_node'
  /** The missing node. */
  readonly ids: readonly string[]
  /** Node id where the relation starts. */
  readonly source: string
  /** Node id where it ends. */
  readonly target: string
  /** The type of the relation. */
  readonly type: Open<RelationType>
}

/**
 * A relation does not name one of its ends, or neither, as an entry that could not be read: it may be with any party. Where it
 * may be ownership, it counts for whatever is possible.
 */
export interface UnreadableRelationFinding {
  /** Says that it is this finding. */
  readonly kind: 'unreadable_relation'
  /** The end that it names, if any. */
  readonly ids: readonly string[]
  /** The relation as it was read: `''` is an end that it does not name, and `extra` has what could not be read. */
  readonly relation: Relation
}

/**
 * Something about a node itself. `duplicate_node`: several have its id; the hits of each of them count. `unnamed_node`:
 * it has no name, so it cannot have been screened. `unreadable_sanctions`: an entry against it could not be read.
 * `owned_person`: a person is said to have owners.
 */
export interface NodeFinding {
  /** What it is. */
  readonly kind: 'duplicate_node' | 'unnamed_node' | 'unreadable_sanctions' | 'owned_person'
  /** The node. */
  readonly ids: readonly string[]
}

/** A company owns a part of itself. It counts for no owner: the others share it in proportion. */
export interface SelfOwnershipFinding {
  /** Says that it is this finding. */
  readonly kind: 'self_ownership'
  /** The company. */
  readonly ids: readonly string[]
  /** The part of itself that it owns. */
  readonly share: Share
}

/** A share or a part of the votes is not given: it is from 0 to what the others leave, and more than half of a subsidiary. */
export interface UnknownShareFinding {
  /** Says that it is this finding. */
  readonly kind: 'unknown_share'
  /** The owner, and the company. */
  readonly ids: readonly string[]
  /** Whether shares or votes are not known. */
  readonly of: Holds
  /** What it can be. */
  readonly share: Share
}

/** A share below 0, above 1, or that is no number: taken for unknown. */
export interface ShareOutOfRangeFinding {
  /** Says that it is this finding. */
  readonly kind: 'share_out_of_range'
  /** The owner, and the company. */
  readonly ids: readonly string[]
  /** Whether it is of the shares or of the votes. */
  readonly of: Holds
  /** The share as it came. */
  readonly value: number
}

/**
 * Several relations between the same ends give different shares, or the same under different uids: it is from the least of them
 * to their sum.
 */
export interface ConflictingSharesFinding {
  /** Says that it is this finding. */
  readonly kind: 'conflicting_shares'
  /** The owner, and the company. */
  readonly ids: readonly string[]
  /** Whether they are of the shares or of the votes. */
  readonly of: Holds
  /** The shares as they came. */
  readonly values: readonly number[]
}

/** The shares in a company sum to more than the whole: each of them may be too high by what is too much. */
export interface SharesAboveWholeFinding {
  /** Says that it is this finding. */
  readonly kind: 'shares_above_whole'
  /** The company. */
  readonly ids: readonly string[]
  /** Whether they are of the shares or of the votes. */
  readonly of: Holds
  /** The sum as a fraction, such as 1.2. */
  readonly sum: number
}

/** Companies that own all of each other: no owner stands behind them. */
export interface ClosedLoopFinding {
  /** Says that it is this finding. */
  readonly kind: 'closed_loop'
  /** The companies. */
  readonly ids: readonly string[]
}

/** What is held: shares, or votes. */
export type Holds = 'shares' | 'votes'
