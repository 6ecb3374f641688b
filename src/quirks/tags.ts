import { type Reading, reading } from '../reading/reading.ts'
import { textList } from './text-list.ts'

/** Tags go out as one comma-separated string, and come back as an array; a comma in an entry is undone (specification: tags). */
export function tags(value: unknown): Reading<string[]> {
  const { value: entries, quirks } = textList(value)
  if (!entries.some(entry => entry.includes(','))) return reading(entries, ...quirks)
  const separate = entries.flatMap(entry => entry.split(',')).map(tag => tag.trim())
  return reading(
    separate.filter(tag => tag !== ''),
    'joined_tags',
    ...quirks,
  )
}
