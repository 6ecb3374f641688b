import type { NetworkBody } from '../dialects/network-body.ts'
import { platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/teams.ts'

/** The score of the entity in the network that it was loaded with; null if the network has none. */
export function rootScoreOf({ nodes }: NetworkBody, entity: StoredEntity): number | null {
  const key = [entity.id, platformIdOf(entity)].find(id => Object.hasOwn(nodes, id))
  return (key === undefined ? undefined : nodes[key]?.calculatedRiskScore) ?? null
}
