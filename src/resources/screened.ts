import type { Entity } from '../model/entity.ts'
import type { EntityReference } from './reference.ts'
import type { WaitPredicate } from './waiting.ts'

/** The status with which each screening begins (specification: States and transitions). */
const beginning: Entity['caseStatus'] = 'NOT_STARTED'

/**
 * Holds when an entity shows results, and showed the same in the look before. Results that it shows at the beginning of a
 * screening are those of the one before, and do not count until they change; an entity that is given as creating or rescanning
 * answered it says what those were.
 */
export function createScreened(given: readonly EntityReference[]): WaitPredicate {
  const before = new Map<string, object>()
  for (const entity of given) if (typeof entity === 'object' && entity !== null) note(entity)
  return (entity, previous) => {
    note(entity)
    const old = before.get(entity.id)
    const isSettled = previous?.caseStatus === entity.caseStatus && showsTheSame(previous, entity)
    return isSettled && entity.riskLevel !== null && !(old !== undefined && showsTheSame(old, entity))
  }

  function note(entity: { readonly id: string; readonly caseStatus?: unknown }): void {
    if (entity.caseStatus === beginning) before.set(entity.id, entity)
  }
}

function showsTheSame(one: object, other: object): boolean {
  return ['riskLabel', 'riskScore', 'updatedAt'].every(
    field => Reflect.get(one, field) === Reflect.get(other, field),
  )
}
