import type { StoredEntity } from './teams.ts'

export interface CachedPage {
  readonly entities: readonly StoredEntity[]
  readonly text: string
  readonly from: number
  readonly until: number
}

export interface ListCache {
  findPage(entities: readonly StoredEntity[], now: number): CachedPage | undefined
  /** Pages that follow each other, after `lead`: the same string each time, so that an adapter knows it again. */
  joinPages(pages: readonly CachedPage[], lead: string): string
  /** The bytes that an adapter has made of such a string, by the string. They are cleared with the pages. */
  readonly encodedChunks: Map<string, Uint8Array>
  /** Keeps a page, in place of the oldest ones if there are too many. */
  addPage(page: CachedPage): void
  clear(): void
}

/** Keeps so many characters, of all teams together: the list of 80,000 entities. */
export function createListCache(maxCharacters = 32 * 1024 * 1024): ListCache {
  const pageByEntity = new Map<StoredEntity, CachedPage>()
  const cachedPages = new Set<CachedPage>()
  /** By the first of their pages. */
  const runs = new WeakMap<
    CachedPage,
    { readonly pages: readonly CachedPage[]; readonly lead: string; readonly text: string }
  >()
  const encodedChunks = new Map<string, Uint8Array>()
  let length = 0

  function removePage(page: CachedPage | undefined): void {
    if (page === undefined || !cachedPages.delete(page)) return
    length -= page.text.length
    for (const entity of page.entities) pageByEntity.delete(entity)
  }

  return {
    encodedChunks,
    findPage(entities, now) {
      const [first] = entities
      const page = first && pageByEntity.get(first)
      if (page === undefined || now < page.from || now >= page.until) return undefined
      return isSame(page.entities, entities) ? page : undefined
    },
    joinPages(pages, lead) {
      const [first] = pages
      const cachedRun = first && runs.get(first)
      if (cachedRun?.lead === lead && isSame(cachedRun.pages, pages)) return cachedRun.text
      const text = lead + pages.map(page => page.text).join(',')
      if (first !== undefined && pages.length > 1) runs.set(first, { pages, lead, text })
      return text
    },
    addPage(page) {
      for (const entity of page.entities) {
        removePage(pageByEntity.get(entity))
        pageByEntity.set(entity, page)
      }
      cachedPages.add(page)
      length += page.text.length
      for (const oldest of cachedPages) {
        if (length <= maxCharacters) break
        removePage(oldest)
      }
    },
    clear() {
      pageByEntity.clear()
      cachedPages.clear()
      encodedChunks.clear()
      length = 0
    },
  }
}

function isSame<Item>(items: readonly Item[], others: readonly Item[]): boolean {
  return items.length === others.length && items.every((item, index) => item === others[index])
}
