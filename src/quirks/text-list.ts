import { jsonList } from './json-list.ts'
import { type Reading, reading } from './reading.ts'

/** A list of texts, JSON-encoded or not; a text alone is a list of one, and what is no text makes the list unreadable. */
export function textList(value: unknown): Reading<string[]> {
  const { value: entries, quirks } = jsonList(alone(value) ? [value] : value, undefined)
  const texts = entries.filter(entry => typeof entry === 'string')
  return texts.length === entries.length ? reading(texts, ...quirks) : reading(texts, ...quirks, 'unreadable')
}

function alone(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/^\s*["[{]/.test(value)
}
