import { countOf } from '../../../src/shared/text/count-of.ts'
import { readSubject } from '../../fixtures/read-item.ts'
import { findBrokenPromise, type ListResponse } from './find-broken-promise.ts'

/**
 * Joins the items of lists by their id. If several lists have an item, the latest wins.
 *
 * @throws TypeError naming the caller, if a link or count of a list promises more entities.
 */
export function joinLists(
  lists: readonly ListResponse[],
  caller: string,
): {
  readonly items: readonly unknown[]
  readonly ids: ReadonlySet<unknown>
} {
  const itemByKey = new Map<string | symbol, unknown>()
  for (const { items } of lists) {
    const idsOfList = new Set<string>()
    for (const item of items) {
      const { id } = readSubject(item)
      // An item without an id, and a repeated id in one list, are refused when they are loaded.
      itemByKey.set(id === '' || idsOfList.has(id) ? Symbol(id) : id, item)
      idsOfList.add(id)
    }
  }
  const broken = findBrokenPromise(lists, itemByKey.size)
  if (broken !== undefined) {
    const { list, path, value } = broken
    const source = list.url === null ? '' : ` in the response to GET ${list.url}`
    throw new TypeError(
      `${caller}: the list has ${countOf(itemByKey.size, 'entity', 'entities')}, and is not whole: ${path} is ${JSON.stringify(value)}${source}`,
    )
  }
  return { items: [...itemByKey.values()], ids: new Set(itemByKey.keys()) }
}
