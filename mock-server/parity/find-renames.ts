import { entityRecord } from '../../src/contract/entity.ts'
import { lettersOf } from '../../src/reading/letters.ts'
import type { JsonRecord } from '../../src/shared/json.ts'

/** A documented field that no entity of the list has, while each has others, of which one is probably its new name. */
export type ProbableRename = {
  /** The documented name, such as `riskLevel`. */
  readonly field: string
  /** The undocumented names that each entity has. */
  readonly instead: readonly string[]
}

/** Finds the documented fields that are in no entity, beside undocumented ones in each. */
export function findRenames(entities: readonly JsonRecord[]): ProbableRename[] {
  const [first = {}] = entities
  const documented = Object.keys(entityRecord.shape)
  const missing = documented.filter(name => !entities.some(entity => name in entity))
  const unknown = Object.keys(first).filter(
    name => !documented.includes(name) && entities.every(entity => name in entity),
  )
  // A name with the same letters, such as risk_level, can only be the same field.
  const isSpelling = (name: string, field: string) => lettersOf(name) === lettersOf(field)
  const others = unknown.filter(name => !documented.some(field => isSpelling(name, field)))
  return missing.flatMap(field => {
    const spellings = unknown.filter(name => isSpelling(name, field))
    const instead = spellings.length > 0 ? spellings : others
    return entities.length > 0 && instead.length > 0 ? { field, instead } : []
  })
}
