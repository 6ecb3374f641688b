import type { Network, Relation } from '../../model/network.ts'
import type { DataIssue } from './data-issues.ts'
import type { Holdings } from './holdings.ts'
import type { Direction, NetworkReading } from './index-options.ts'
import type { NetworkParty, Party } from './parties.ts'

/** A network, indexed by holdings and control. Every function accepts an index in place of a network, so that the network is read only once. */
export interface NetworkIndex extends NetworkReading {
  /** The network as passed to `indexNetwork`. */
  readonly network: Network
  /** The node of the requested entity; null if the network has none. */
  readonly rootId: string | null
  /** All parties by id, including parties that only relations name. `''` represents all unnamed parties. */
  readonly parties: ReadonlyMap<string, NetworkParty>
  /** Returns the id of a node's party, which is another id if `sameParties` merged the node. */
  readonly idOf: (id: string) => string
  /** Returns which end is the owner in relations of a type. */
  readonly directionOf: (type: string) => Direction
  /** Shares in companies. */
  readonly shares: Holdings
  /** Votes in companies, if some votes in the company are stated. In other companies, votes equal shares. */
  readonly votes: Holdings
  /** By id, the parties that a party controls by other means than shares or votes. */
  readonly controls: ReadonlyMap<string, readonly string[]>
  /** By id, the parties that a party controlled by a relation that may have ended. */
  readonly possibleControls: ReadonlyMap<string, readonly string[]>
  /**
   * By id, the parties that a party may own or control by a relation of unclear meaning, such as an acquisition or the role of a
   * trustee.
   */
  readonly unclear: ReadonlyMap<string, readonly string[]>
  /**
   * By id, the parties with a branch relation, a partnership, or a role that is not only an office. Either end may own the other.
   */
  readonly branches: ReadonlyMap<string, readonly string[]>
  /** Parties whose relation does not name the company that they own or control; `''` represents any party. */
  readonly withUnnamedCompany: {
    /** Possible owners. */
    readonly owners: ReadonlySet<string>
    /** Possible controllers. */
    readonly controllers: ReadonlySet<string>
  }
  /**
   * By id, the groups of parties that may be the same as the party, which each group includes: they share a name or registration number,
   * and nothing distinguishes them.
   */
  readonly possiblySame: ReadonlyMap<string, readonly (readonly string[])[]>
  /** By id, all relations that start or end at a party. Known types have the specification's spelling. */
  readonly relations: ReadonlyMap<string, readonly Relation[]>
  /** Inconsistencies and gaps of the network. */
  readonly issues: readonly DataIssue[]
}

export function partyOf({ parties }: Pick<NetworkIndex, 'parties'>, id: string): Party {
  const { name = null, type = null } = parties.get(id) ?? {}
  return { id, name, type }
}
