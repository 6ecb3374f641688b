import type { RelationType } from '../../src/contract/values.ts'

export interface PartyLink {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** The share of a shareholding, voting rights or an investment, as a fraction. */
  readonly share?: number
  readonly position?: string
  /** `executive`, `board_member` or `advisor`. */
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
 * Parses a line: source, verb and target, and then a share (`voss owns umbra 1`), the type of a role and the position
 * (`hartog leads tideglass executive Managing Director`, or `led` if it has ended), or a description.
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
