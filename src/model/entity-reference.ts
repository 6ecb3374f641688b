import { isString } from '../shared/json.ts'

/**
 * The identifier of an entity, or an object whose `id` is that identifier. Written as an indexed type, so that declaration files
 * show the two types instead of the alias. @inline
 */
export type EntityReference = [string, { readonly id: string }][number]

/** Returns the identifier of an entity. A JavaScript caller may pass any value, so the result must be validated. */
export function identify(entity: EntityReference): string {
  return typeof entity === 'string' ? entity : entity?.id
}

export const isId = (value: unknown) => isString(value) && value.trim() !== ''
