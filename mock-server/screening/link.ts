import type { RelationType } from '../../src/contract/values.ts'

/** A relation between two parties, by their keys. */
export interface PartyLink {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** The share of a shareholding, voting rights or an investment, as a fraction. */
  readonly share?: number
  readonly position?: string
  /** The type of a role: `executive`, `board_member` or `advisor`. */
  readonly roleType?: string
  readonly former?: boolean
  readonly description?: string
}

const relationTypeByVerb: Readonly<Record<string, RelationType>> = {
  owns: 'ShareholdingRelationship',
  votes: 'VotingRightsRelationship',
  invests: 'InvestmentRelationship',
  controls: 'ControlsRelationship',
  runs: 'SubsidiaryRelationship',
  partners: 'PartnershipRelationship',
  supplies: 'SupplierRelationship',
  acquired: 'AcquisitionRelationship',
  branches: 'BranchRelationship',
  funds: 'InvestmentRelationship',
}

/**
 * Parses a line that consists of a source, a verb, a target, and further words that depend on the verb: a share (`voss owns
 * umbra 1`), a description, or the type and the position of a role (`hartog leads tideglass executive Managing Director`; the
 * verb of a former role is `led`).
 */
export function parseLink(line: string, keyOf = (name: string) => name): PartyLink {
  const [sourceName = '', verb = '', targetName = '', ...words] = line.split(' ')
  const ends = { source: keyOf(sourceName), target: keyOf(targetName) }
  const type = relationTypeByVerb[verb]
  if (type === undefined) {
    const [roleType = '', ...position] = words
    const role = { position: position.join(' '), roleType, former: verb === 'led' }
    return { ...ends, type: 'RoleRelationship', ...role }
  }
  if (/^(owns|votes|invests)$/.test(verb)) return { ...ends, type, share: Number(words[0]) }
  return words.length === 0 ? { ...ends, type } : { ...ends, type, description: words.join(' ') }
}
