/**
 * An entity, or anything that carries its identifier, or the identifier alone.
 *
 * @example
 * const created = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
 * const references: EntityReference[] = [created, created.id, { id: created.id }]
 */
export type EntityReference = string | { readonly id: string }

export function identify(entity: EntityReference): string {
  return typeof entity === 'string' ? entity : entity?.id
}
