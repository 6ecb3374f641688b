import { isString } from '../shared/json.ts'

/** An entity, or anything that carries its identifier, or the identifier alone: a lookup for the reason of `Open`. @inline */
export type EntityReference = [string, { readonly id: string }][number]

/** The identifier of an entity. A value that cannot be read has an empty one, which the call then refuses. */
export function identify(entity: EntityReference): string {
  try {
    return typeof entity === 'string' ? entity : entity.id
  } catch {
    return ''
  }
}

export const isId = (value: unknown) => isString(value) && value.trim() !== ''
