import { type Reading, reading } from '../reading/reading.ts'
import { readTextList } from './json-list.ts'

/** Tags go out as one comma-separated string, and come back as an array; a comma in an entry is undone (specification: tags). */
export function tags(value: unknown): Reading<string[]> {
  const given = readTextList(value)
  const { value: entries, quirks } = given
  if (!entries.some(entry => entry.includes(','))) return given
  const separate = entries.flatMap(entry => entry.split(',')).map(tag => tag.trim())
  return reading(
    separate.filter(tag => tag !== ''),
    'joined_tags',
    ...quirks,
  )
}
