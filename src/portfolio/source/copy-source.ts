import { isRecord } from '../../shared/json.ts'
import { type ColumnNames, isFieldColumn } from './columns.ts'
import { isTextChunk, type PortfolioSource } from './open-items.ts'

/** Stands for a row that cannot be read: a getter of it throws, for example. */
export const unreadableRow = Symbol('unreadable row')

/** Copies an item of a source. A copy is copied again without harm. */
export type ItemCopier = (item: unknown) => unknown

/**
 * Makes a function that copies a row before the next one is asked for: a source may use one object for all. It reads each own
 * field once, and of what a class has, such as the getters of an ORM, those that fill a field.
 */
export function createItemCopier(columns: ColumnNames): ItemCopier {
  const inheritedNames = new WeakMap<object, readonly string[]>()
  return item => {
    try {
      if (isTextChunk(item)) return copyChunk(item)
      return isRecord(item) ? copyRow(item) : item
    } catch {
      return unreadableRow
    }
  }

  function copyRow(row: Readonly<Record<string, unknown>>): object {
    const copy: Record<string, unknown> = { ...row }
    for (const name of findInherited(Object.getPrototypeOf(row)))
      if (!Object.hasOwn(copy, name)) copy[name] = row[name]
    for (const name in copy) {
      const value = copy[name]
      if (typeof value === 'object' && Array.isArray(value)) copy[name] = [...value]
    }
    return copy
  }

  function findInherited(prototype: object | null): readonly string[] {
    if (prototype === null || prototype === Object.prototype) return []
    const cachedNames = inheritedNames.get(prototype)
    if (cachedNames !== undefined) return cachedNames
    const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, property]) => {
      const isMethod = typeof property.value === 'function'
      return !isMethod && isFieldColumn(name, columns) ? name : []
    })
    const names = [...own, ...findInherited(Object.getPrototypeOf(prototype))]
    inheritedNames.set(prototype, names)
    return names
  }
}

/** Copies what is at hand when an import begins: a list, bytes, the name of a file. Any other source is read as it comes. */
export function copySource(
  source: PortfolioSource,
  copyItem: ItemCopier,
): PortfolioSource | readonly unknown[] {
  if (Array.isArray(source)) return source.map(copyItem)
  if (isTextChunk(source)) return copyChunk(source)
  return 'file' in source && typeof source.file === 'string' ? { file: source.file } : source
}

/** The `slice` of Node's buffers copies nothing. */
function copyChunk(chunk: string | Uint8Array): string | Uint8Array {
  return typeof chunk === 'string' ? chunk : new Uint8Array(chunk)
}
