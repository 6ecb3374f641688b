import type { EntityReference } from '../../resources/bind-operations.ts'
import { invalidInput } from '../../transport/create-error.ts'

/**
 * Entities or their identifiers in any iterable, or `'all'` for every entity that the team has when the call begins. A list that
 * is missing by mistake never means all.
 *
 * @example
 * const due: EntityReferences = (await client.entities.list()).filter(entity => entity.riskLevel === 'high')
 */
export type EntityReferences = (Iterable<EntityReference> & object) | AsyncIterable<EntityReference> | 'all'

export function isList(references: EntityReferences): references is Iterable<EntityReference> & object {
  return references !== 'all' && Symbol.iterator in references
}

/** @throws InputValidationError naming each member that is neither an entity nor an identifier. */
export function readList(operation: string, references: Iterable<EntityReference>): string[] {
  const ids = Array.from(references, identifierOf)
  const issues = ids.flatMap((id, at) =>
    id === undefined ? [{ path: ['references', at], message: 'must be an entity or its identifier' }] : [],
  )
  if (issues.length > 0) throw invalidInput(operation, issues)
  return ids.filter(id => id !== undefined)
}

export function identifierOf(reference: unknown): string | undefined {
  const id = typeof reference === 'object' && reference !== null ? Reflect.get(reference, 'id') : reference
  return typeof id === 'string' ? id : undefined
}
