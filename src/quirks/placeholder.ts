import { isPlaceholder } from '../reading/blank.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { reader } from '../reading/table.ts'
import { isText } from '../shared/json.ts'
import { readText } from './scalar.ts'

const empty: Reading<null> = reading(null, 'placeholder')

/** A single hyphen, or nothing, stands for no value (specification: Entity, registration and dueDate; search results). */
export function readShown(value: unknown): Reading<string | null> {
  return isText(value) && isPlaceholder(value) ? empty : readText(value)
}

export const placeholder = reader(readShown, value => isText(value) && !isPlaceholder(value))
