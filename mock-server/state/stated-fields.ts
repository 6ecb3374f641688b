import { lettersOf } from '../../src/reading/letters.ts'
import type { JsonRecord } from '../../src/shared/json.ts'
import type { StoredEntity } from './stored-entity.ts'

type Stating = Pick<StoredEntity, 'statedFields' | 'renewedFields'>

/**
 * Returns the value of a list field that the entity was loaded with, under any spelling of its name; undefined if there is none, or
 * if it has been renewed.
 */
export function findStatedValue({ statedFields = {}, renewedFields = [] }: Stating, field: string): unknown {
  if (renewedFields.includes(field)) return undefined
  if (Object.hasOwn(statedFields, field)) return statedFields[field]
  const name = Object.keys(statedFields).find(name => isSpelling(name, field))
  return name === undefined ? undefined : statedFields[name]
}

/** Returns the list fields that the entity was loaded with, without those that have been renewed. */
export function selectStatedFields({ statedFields = {}, renewedFields = [] }: Stating): JsonRecord {
  if (renewedFields.length === 0) return statedFields
  const isRenewed = (name: string) => renewedFields.some(field => isSpelling(name, field))
  return Object.fromEntries(Object.entries(statedFields).filter(([name]) => !isRenewed(name)))
}

/** Renews list fields: the list shows their computed values from now on. */
export function renewFields(entity: StoredEntity, ...names: readonly string[]): StoredEntity {
  const { statedFields, renewedFields = [] } = entity
  if (statedFields === undefined) return entity
  return { ...entity, renewedFields: [...new Set([...renewedFields, ...names])] }
}

function isSpelling(name: string, field: string): boolean {
  return lettersOf(name) === lettersOf(field)
}
