import { isBlank } from '../reading/blank.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { saysNo } from '../reading/screening.ts'
import { decoded } from '../shared/json.ts'
import { readList } from './json-list.ts'

const nothing: Reading<unknown[]> = reading([], 'placeholder')

/**
 * The entries of a list of hits. A "no" in place of the list says that there are none; whatever else is no list is an entry:
 * what is not understood is never none.
 */
export function hitList(value: unknown): Reading<unknown[]> {
  const isBare = typeof decoded(value) !== 'object'
  if (isBare && !isBlank(value) && saysNo(value)) return nothing
  return readList(value)
}
