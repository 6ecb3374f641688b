import type { RelationType } from '../../src/contract/values.ts'

type RoleType = 'executive' | 'board_member' | 'advisor'

export interface Link {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** Of a shareholding, voting rights or an investment: a fraction. */
  readonly share?: number
  readonly position?: string
  readonly roleType?: RoleType
  readonly former?: boolean
  readonly description?: string
}

const shares: Readonly<Record<string, RelationType>> = {
  owns: 'ShareholdingRelationship',
  votes: 'VotingRightsRelationship',
  invests: 'InvestmentRelationship',
}

const others: Readonly<Record<string, RelationType>> = {
  controls: 'ControlsRelationship',
  runs: 'SubsidiaryRelationship',
  partners: 'PartnershipRelationship',
  supplies: 'SupplierRelationship',
  acquired: 'AcquisitionRelationship',
  branches: 'BranchRelationship',
  funds: 'InvestmentRelationship',
}

const roles: Readonly<Record<string, RoleType>> = {
  executive: 'executive',
  board_member: 'board_member',
  advisor: 'advisor',
}

/**
 * Reads a line: source, verb and target, and then a share (`voss owns umbra 1`), the type of a role and the position
 * (`hartog leads tideglass executive Managing Director`, `led` where it is over), or a description.
 */
export function readLink(line: string, keyOf = (name: string) => name): Link {
  const [from = '', verb = '', to = '', ...rest] = line.split(' ')
  const ends = { source: keyOf(from), target: keyOf(to) }
  const type = shares[verb] ?? others[verb]
  if (type === undefined) {
    const [roleType = '', ...position] = rest
    return {
      ...ends,
      type: 'RoleRelationship',
      position: position.join(' '),
      roleType: roles[roleType] ?? 'advisor',
      former: verb === 'led',
    }
  }
  if (verb in shares) return { ...ends, type, share: Number(rest[0]) }
  return rest.length === 0 ? { ...ends, type } : { ...ends, type, description: rest.join(' ') }
}
