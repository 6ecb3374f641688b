import { isRecord } from '../../shared/json.ts'
import { type ColumnNames, isFieldColumn } from './columns.ts'
import { isTextChunk, type PortfolioSource } from './open-items.ts'

/** Copies an item of a source. */
export type ItemCopier = (item: unknown) => unknown

/**
 * Creates a function that copies a row before the next row is read, because a source may reuse one object. Inherited properties,
 * such as the getters of an ORM, are read only if they fill a field.
 */
export function createItemCopier(columns: ColumnNames): ItemCopier {
  const inheritedNames = new WeakMap<object, readonly string[]>()
  return item => {
    if (isTextChunk(item)) return copyChunk(item)
    return isRecord(item) ? copyRow(item) : item
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

/** Copies lists, bytes and file names at the start of an import. Any other source is returned unchanged. */
export function copySource(
  source: PortfolioSource,
  copyItem: ItemCopier,
): PortfolioSource | readonly unknown[] {
  if (Array.isArray(source)) return source.map(copyItem)
  if (isTextChunk(source)) return copyChunk(source)
  return 'file' in source && typeof source.file === 'string' ? { file: source.file } : source
}

/** Bytes are copied with the constructor, because the method `slice` of Node's buffers does not copy them. */
function copyChunk(chunk: string | Uint8Array): string | Uint8Array {
  return typeof chunk === 'string' ? chunk : new Uint8Array(chunk)
}
