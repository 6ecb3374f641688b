import type { Network, Relation } from '../../model/network.ts'
import { isRecord } from '../../shared/json.ts'
import type { Interpretation } from '../relations/interpret-relation.ts'
import type { RelationReading } from '../relations/relation-reading.ts'
import type { Direction } from '../relations/relation-types.ts'
import { throwInvalidInput } from './assertions.ts'
import type { DataIssue } from './data-issues.ts'
import type { Holdings } from './holdings.ts'
import type { NetworkReading } from './index-options.ts'
import type { NetworkParty, Party } from './parties.ts'

/**
 * A network, indexed by holdings and control. Every function accepts an index in place of a network, so that the network is
 * indexed only once.
 */
export interface NetworkIndex extends NetworkReading {
  /** The network as passed to `indexNetwork`. */
  readonly network: Network
  /** The id of the requested entity's node; null if the network has no such node. */
  readonly rootId: string | null
  /** All parties by id, including parties that only relations name. `''` represents all unnamed parties. */
  readonly parties: ReadonlyMap<string, NetworkParty>
  /**
   * Returns the id of the party to which a node belongs. It differs from the node's id if `sameParties`
   * merged the node.
   */
  readonly idOf: (id: string) => string
  /** Returns which end is the owner in relations of a type. */
  readonly directionOf: (type: string) => Direction
  /** Shares in companies. */
  readonly shares: Holdings
  /**
   * Votes in the companies for which at least one relation states votes. In all other companies, votes are
   * treated as equal to shares.
   */
  readonly votes: Holdings
  /** The parties that each party, by id, controls by other means than shares or votes. */
  readonly controls: ReadonlyMap<string, readonly string[]>
  /**
   * The parties that each party, by id, controls or once controlled, according to relations that may have
   * ended.
   */
  readonly possibleControls: ReadonlyMap<string, readonly string[]>
  /** The parties that each party, by id, may own or control by a relation of unclear meaning, such as an acquisition. */
  readonly unclear: ReadonlyMap<string, readonly string[]>
  /** The parties in which each party, by id, has a role that may be more than an office. */
  readonly unclearRoles: ReadonlyMap<string, readonly string[]>
  /**
   * The parties that each party, by id, may own or control by a branch relation, a partnership, or a relation with words or fields
   * of unknown meaning. They count only if the party is blocked, or possibly blocked.
   */
  readonly branches: ReadonlyMap<string, readonly string[]>
  /**
   * As `unclear`, `unclearRoles` and `branches`, for relations that state a share. The share says how much is owned, so that these
   * relations count only where control counts.
   */
  readonly withShare: {
    /** As `unclear` of the index. */
    readonly unclear: ReadonlyMap<string, readonly string[]>
    /** As `unclearRoles` of the index. */
    readonly unclearRoles: ReadonlyMap<string, readonly string[]>
    /** As `branches` of the index. */
    readonly branches: ReadonlyMap<string, readonly string[]>
  }
  /** Parties whose relation does not name the company that they own or control; `''` represents any party. */
  readonly withUnnamedCompany: {
    /** Possible owners. */
    readonly owners: ReadonlySet<string>
    /** Possible controllers. */
    readonly controllers: ReadonlySet<string>
  }
  /**
   * The groups of possible duplicates of each party, by id. A group includes the party itself. Its parties
   * have the same name or registration number, and no field distinguishes them.
   */
  readonly possiblySame: ReadonlyMap<string, readonly (readonly string[])[]>
  /** All relations that start or end at each party, by id. Known relation types have the specification's spelling. */
  readonly relations: ReadonlyMap<string, readonly Relation[]>
  /** @internal What each relation means, also by the relation as received. */
  readonly interpretations: ReadonlyMap<Relation, readonly Interpretation[]>
  /** @internal The results of the option `readRelation`, by relation; null without the option. */
  readonly readings: ReadonlyMap<Relation, readonly RelationReading[]> | null
  /** Inconsistent and missing data in the network. */
  readonly issues: readonly DataIssue[]
}

export function partyOf({ parties }: Pick<NetworkIndex, 'parties'>, id: string): Party {
  const { name = null, type = null } = parties.get(id) ?? {}
  return { id, name, type }
}

/**
 * Whether a value is a complete index. An index that was restored from JSON is incomplete, because JSON does
 * not preserve maps.
 */
export function isNetworkIndex(network: Network | NetworkIndex): network is NetworkIndex {
  return isRecord(network) && 'parties' in network && network.parties instanceof Map
}

/** @throws InputValidationError if no node has the id, or if there is neither an id nor a root. */
export function resolveCompanyId(
  operation: string,
  { parties, rootId, idOf }: NetworkIndex,
  id?: string,
): string {
  const companyId = id === undefined ? rootId : idOf(id)
  if (companyId === null) throwInvalidInput(operation, 'id', 'is required: the network has no root')
  if (!parties.get(companyId)?.nodes.length)
    throwInvalidInput(operation, 'id', 'must be the id of a node of the network')
  return companyId
}
