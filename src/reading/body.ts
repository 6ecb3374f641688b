import { UnreadableBody } from '../contract/issues.ts'
import { decoded, isRecord } from '../shared/json.ts'
import { bareLettersOf } from './letters.ts'
import type { Path, QuirkLog } from './log.ts'

/** The data of a successful body; a body without its wrapper is taken for the data (specification: Errors, rule 1). */
export function unwrap(body: unknown, log: QuirkLog): { readonly data: unknown; readonly path: Path } {
  const name = dataIn(body)
  if (isRecord(body) && name !== undefined) return { data: body[name], path: [name] }
  log.report('bare_body', [], 'data')
  return { data: body, path: [] }
}

/** The items of a body that is an array, or holds one as its data or results. */
export function itemsOf<Item>(
  body: unknown,
  what: string,
  log: QuirkLog,
  read: (item: unknown, path: Path) => Item,
): Item[] {
  if (Array.isArray(body)) return readItems(body, [], read)
  const list = listIn(body)
  if (list === undefined) throw new UnreadableBody([], `must hold an array of ${what}`)
  if (isRecord(body) && list.items !== body[list.name]) log.report('json_encoded', [], list.name)
  return readItems(list.items, [list.name], read)
}

/** The member that holds the data of a body. */
export function dataIn(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  return 'data' in body ? 'data' : Object.keys(body).find(name => bareLettersOf(name) === 'data')
}

/** The member that holds a list; none where two hold one, of which neither is certainly the whole. */
export function listIn(
  body: unknown,
): { readonly name: string; readonly items: readonly unknown[] } | undefined {
  const lists = Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) => {
    const items = /^(?:data|results)$/.test(bareLettersOf(name)) ? decoded(value) : undefined
    return Array.isArray(items) ? [{ name, items }] : []
  })
  const full = lists.filter(({ items }) => items.length > 0)
  return full.length > 1 ? undefined : (full[0] ?? lists[0])
}

/** Reads each item of a list. They share one path, which moves along: a log keeps a copy of what it reports. */
export function readItems<Item>(
  items: readonly unknown[],
  path: Path,
  read: (item: unknown, path: Path) => Item,
): Item[] {
  const at = [...path, 0]
  return items.map((item, index) => {
    at[path.length] = index
    return read(item, at)
  })
}
