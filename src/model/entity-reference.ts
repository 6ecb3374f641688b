import { isString } from '../shared/json.ts'

/** The identifier of an entity, or an object with it as `id`. An indexed type, so that declarations show the type itself. @inline */
export type EntityReference = [string, { readonly id: string }][number]

/** Returns the identifier of an entity; empty if reading it throws. The call then refuses the empty identifier. */
export function identify(entity: EntityReference): string {
  try {
    return typeof entity === 'string' ? entity : entity.id
  } catch {
    return ''
  }
}

export const isId = (value: unknown) => isString(value) && value.trim() !== ''
