import type { Network, Relation } from '../../model/network.ts'
import type { DataIssue } from './data-issues.ts'
import type { Holdings } from './holdings.ts'
import type { Direction, NetworkReading } from './index-options.ts'
import type { NetworkParty, Party } from './parties.ts'

/** A network, indexed by holdings and control. Every function accepts it in place of the network, which is then read only once. */
export interface NetworkIndex extends NetworkReading {
  /** The network as passed to `indexNetwork`. */
  readonly network: Network
  /** The node of the requested entity; null if the network has none. */
  readonly rootId: string | null
  /** Every party by its id, including parties that only relations name. `''` represents all parties that relations do not name. */
  readonly parties: ReadonlyMap<string, NetworkParty>
  /** The id of the party to which a node belongs: another id if `sameParties` merged the node. */
  readonly idOf: (id: string) => string
  /** Which end of a relation of this type is the owner. */
  readonly directionOf: (type: string) => Direction
  /** Shares in companies. */
  readonly shares: Holdings
  /** Votes, for companies with any stated votes. For other companies, votes equal shares. */
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
   * By id, the parties with a branch relation, a partnership, or a role that is more than an office: either end may own the
   * other.
   */
  readonly branches: ReadonlyMap<string, readonly string[]>
  /** Parties that may own or control a company that their relation does not name; `''` is any party. */
  readonly withUnnamedCompany: {
    /** Possible owners. */
    readonly owners: ReadonlySet<string>
    /** Possible controllers. */
    readonly controllers: ReadonlySet<string>
  }
  /**
   * By id, the groups of parties that may be the same party, itself included: they share a name, and nothing distinguishes them.
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
