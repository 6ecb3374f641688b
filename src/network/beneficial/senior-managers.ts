import type { Relation } from '../../model/network.ts'
import { type NetworkIndex, partyOf } from '../graph/index-network.ts'
import type { NamedParty } from '../graph/parties.ts'

/** A person in a leading role of a company. */
export type SeniorManager = NamedParty & {
  /** The position held; null where the relation does not say. */
  readonly position: string | null
}

/** Who has a role in a company, but for advisers and roles that are over; executives first, the others only where there are none. */
export function seniorManagersOf(index: NetworkIndex, company: string): SeniorManager[] {
  const roles = (index.relations.get(company) ?? []).filter(relation => isRole(relation) && !isOver(relation))
  const executives = roles.filter(({ details }) => details.isExecutive || details.roleType === 'executive')
  const managers = new Map<string, SeniorManager>()
  for (const { source, target, label, details } of executives.length > 0 ? executives : roles) {
    const id = source === company ? target : source
    const { name, type } = partyOf(index, id)
    if (type === 'organization' || managers.has(id)) continue
    managers.set(id, { id, name, position: details.keyPosition ?? label })
  }
  return [...managers.values()]
}

function isRole({ type, details }: Relation): boolean {
  return type === 'RoleRelationship' && details.roleType !== 'advisor'
}

function isOver({ label, details }: Relation): boolean {
  return [label, details.keyPosition, details.description].some(text => /\bformer\b/i.test(text ?? ''))
}
