/** An entity, or anything that carries its identifier, or the identifier alone. */
export type EntityReference = string | { readonly id: string }

export function identify(entity: EntityReference): string {
  return typeof entity === 'string' ? entity : entity?.id
}
