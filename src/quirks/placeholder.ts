import { type Reading, reading } from './reading.ts'
import { text } from './scalar.ts'

const empty: Reading<null> = reading(null, 'placeholder')

/** A single hyphen, or nothing, stands for no value (specification: Entity, registration and dueDate; search results). */
export function placeholder(value: unknown): Reading<string | null> {
  return value === '-' || value === '' ? empty : text(value)
}
