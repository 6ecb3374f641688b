import type { StoredEntity } from './teams.ts'

/** The JSON of consecutive entities of a list. */
export interface CachedPage {
  readonly entities: readonly StoredEntity[]
  readonly text: string
  /** The time on the server's clock from which the text is valid. */
  readonly from: number
  /** The time on the server's clock at which the text becomes outdated. */
  readonly until: number
}

interface JoinedPages {
  readonly pages: readonly CachedPage[]
  readonly lead: string
  readonly tail: string
  readonly text: string
}

/** The cached JSON of earlier lists, page by page. */
export interface ListCache {
  /** Finds the page of these entities; undefined if there is none, or if it is outdated. */
  findPage(entities: readonly StoredEntity[], now: number): CachedPage | undefined
  /**
   * Joins consecutive pages between the strings `lead` and `tail`. Returns the identical string for the same pages, so that an
   * adapter can look up the encoded bytes of the string in `encodedChunks`, and the request log holds a short list only once.
   */
  joinPages(pages: readonly CachedPage[], lead: string, tail?: string): string
  /** The encoded bytes of joined pages, by the joined string. The map is cleared when the pages are. */
  readonly encodedChunks: Map<string, Uint8Array>
  /** Adds a page, and removes the oldest pages if the cache is full. */
  addPage(page: CachedPage): void
  clear(): void
}

/**
 * Creates the cache of the lists of all teams.
 *
 * @param maxCharacters - The maximum number of characters; the default fits a list of 80,000 entities.
 */
export function createListCache(maxCharacters = 32 * 1024 * 1024): ListCache {
  const pageByEntity = new Map<StoredEntity, CachedPage>()
  const cachedPages = new Set<CachedPage>()
  /** The joined pages, by their first page. */
  const joinedPages = new WeakMap<CachedPage, JoinedPages>()
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
    joinPages(pages, lead, tail = '') {
      const [first] = pages
      const joined = first && joinedPages.get(first)
      if (joined?.lead === lead && joined.tail === tail && isSame(joined.pages, pages)) return joined.text
      const text = lead + pages.map(page => page.text).join(',') + tail
      // A single page of a long list is not stored again.
      if (first !== undefined && (pages.length > 1 || tail !== ''))
        joinedPages.set(first, { pages, lead, tail, text })
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
