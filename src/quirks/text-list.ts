import { clean, type Reading, reading } from '../reading/reading.ts'
import { jsonList } from './json-list.ts'

/** A list of texts, JSON-encoded or not; a text alone is a list of one, and what is no text makes the list unreadable. */
export function textList(value: unknown): Reading<string[]> {
  if (value === undefined) return clean([])
  if (Array.isArray(value) && value.every(isText)) return clean(value)
  const { value: entries, quirks } = jsonList(alone(value) ? [value] : value)
  const texts = entries.filter(isText)
  return texts.length === entries.length ? reading(texts, ...quirks) : reading(texts, ...quirks, 'unreadable')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function alone(value: unknown): boolean {
  return isText(value) && value !== '' && !/^\s*["[{]/.test(value)
}
