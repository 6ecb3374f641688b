import { isRecord } from '../../src/shared/json.ts'
import { platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/stored-entity.ts'

/**
 * Returns the score of the entity's node in the network that the entity was loaded with. Returns null if the network has no
 * node for the entity, or if the score is not a number, because a recorded network may have any form.
 */
export function rootScoreOf(entity: StoredEntity): number | null {
  const nodes = entity.network?.nodes
  if (!isRecord(nodes)) return null
  const key = [entity.id, platformIdOf(entity)].find(id => Object.hasOwn(nodes, id))
  const root = key === undefined ? undefined : nodes[key]
  return isRecord(root) && typeof root.calculatedRiskScore === 'number' ? root.calculatedRiskScore : null
}
