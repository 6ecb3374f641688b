import type { RelationType } from '../../src/contract/values.ts'

type RoleType = 'executive' | 'board_member' | 'advisor'

/** A relationship between two parties, or two nodes of a network. */
export interface Link {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** Of a shareholding, voting rights or an investment: a fraction. */
  readonly share?: number
  /** Of a role. */
  readonly position?: string
  /** Of a role. */
  readonly roleType?: RoleType
  /** The role is over. */
  readonly former?: boolean
  readonly description?: string
}

export function owns(source: string, target: string, share: number): Link {
  return { source, target, type: 'ShareholdingRelationship', share }
}

export function votes(source: string, target: string, share: number): Link {
  return { source, target, type: 'VotingRightsRelationship', share }
}

export function leads(
  source: string,
  target: string,
  position: string,
  roleType: RoleType,
  former = false,
): Link {
  return { source, target, type: 'RoleRelationship', position, roleType, former }
}

export function related(source: string, target: string, type: RelationType, description: string): Link {
  return { source, target, type, description }
}
