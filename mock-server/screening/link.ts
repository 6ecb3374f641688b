import type { RelationType } from '../../src/contract/values.ts'

export interface Link {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** Of a shareholding, voting rights or an investment: a fraction. */
  readonly share?: number
  readonly position?: string
  /** `executive`, `board_member` or `advisor`. */
  readonly roleType?: string
  readonly former?: boolean
  readonly description?: string
}

const types: Readonly<Record<string, RelationType>> = {
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
 * Reads a line: source, verb and target, and then a share (`voss owns umbra 1`), the type of a role and the position
 * (`hartog leads tideglass executive Managing Director`, `led` where it is over), or a description.
 */
export function readLink(line: string, keyOf = (name: string) => name): Link {
  const [from = '', verb = '', to = '', ...rest] = line.split(' ')
  const ends = { source: keyOf(from), target: keyOf(to) }
  const type = types[verb]
  if (type === undefined) {
    const [roleType = '', ...position] = rest
    const role = { position: position.join(' '), roleType, former: verb === 'led' }
    return { ...ends, type: 'RoleRelationship', ...role }
  }
  if (/^(owns|votes|invests)$/.test(verb)) return { ...ends, type, share: Number(rest[0]) }
  return rest.length === 0 ? { ...ends, type } : { ...ends, type, description: rest.join(' ') }
}
