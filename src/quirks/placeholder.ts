import { type Reading, reading } from '../reading/reading.ts'
import { text } from './scalar.ts'

const empty: Reading<null> = reading(null, 'placeholder')

/** A single hyphen, or nothing, stands for no value (specification: Entity, registration and dueDate; search results). */
export function placeholder(value: unknown): Reading<string | null> {
  return typeof value === 'string' && isPlaceholder(value) ? empty : text(value)
}

/** Also as a dash, and with white space around it. */
export function isPlaceholder(value: string): boolean {
  const shown = value.length < 8 ? value.trim() : value
  return shown === '' || shown === '-' || shown === '–' || shown === '—'
}

/** What says nothing at all. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isPlaceholder(value))
}
