import { isString } from '../shared/json.ts'

/**
 * The identifier of an entity, or an object whose `id` is that identifier. Written as an indexed type, so that declaration files
 * show the two types instead of the alias. @inline
 */
export type EntityReference = [string, { readonly id: string }][number]

/** Returns the identifier of an entity. If reading it throws, returns an empty string, which the call then refuses. */
export function identify(entity: EntityReference): string {
  try {
    return typeof entity === 'string' ? entity : entity.id
  } catch {
    return ''
  }
}

export const isId = (value: unknown) => isString(value) && value.trim() !== ''
