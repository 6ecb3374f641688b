/**
 * An entity, or anything that carries its identifier, or the identifier alone.
 *
 * @inline
 */
export type EntityReference = string | { readonly id: string }

/** The identifier; an empty one, which the call then refuses, where nothing can be had of what was given. */
export function identify(entity: EntityReference): string {
  try {
    return typeof entity === 'string' ? entity : entity.id
  } catch {
    return ''
  }
}
