import type { StoredEntity } from './teams.ts'

export interface Page {
  readonly entities: readonly StoredEntity[]
  readonly text: string
  readonly from: number
  readonly until: number
}

export interface Pages {
  find(entities: readonly StoredEntity[], now: number): Page | undefined
  /** Pages that follow each other, after `lead`: the same string each time, so that an adapter knows it again. */
  textOf(pages: readonly Page[], lead: string): string
  /** The bytes that an adapter has made of such a string, by the string. They are cleared with the pages. */
  readonly encodedChunks: Map<string, Uint8Array>
  /** Keeps a page, in place of the oldest ones if there are too many. */
  keep(page: Page): void
  clear(): void
}

/** Keeps so many characters, of all teams together: the list of 80,000 entities. */
export function createPages(most = 32 * 1024 * 1024): Pages {
  const pageOf = new Map<StoredEntity, Page>()
  const cachedPages = new Set<Page>()
  /** By the first of their pages. */
  const runs = new WeakMap<
    Page,
    { readonly pages: readonly Page[]; readonly lead: string; readonly text: string }
  >()
  const encodedChunks = new Map<string, Uint8Array>()
  let length = 0

  function forget(page: Page | undefined): void {
    if (page === undefined || !cachedPages.delete(page)) return
    length -= page.text.length
    for (const entity of page.entities) pageOf.delete(entity)
  }

  return {
    encodedChunks,
    find(entities, now) {
      const [first] = entities
      const page = first && pageOf.get(first)
      if (page === undefined || now < page.from || now >= page.until) return undefined
      return isSame(page.entities, entities) ? page : undefined
    },
    textOf(pages, lead) {
      const [first] = pages
      const cachedRun = first && runs.get(first)
      if (cachedRun?.lead === lead && isSame(cachedRun.pages, pages)) return cachedRun.text
      const text = lead + pages.map(page => page.text).join(',')
      if (first !== undefined && pages.length > 1) runs.set(first, { pages, lead, text })
      return text
    },
    keep(page) {
      for (const entity of page.entities) {
        forget(pageOf.get(entity))
        pageOf.set(entity, page)
      }
      cachedPages.add(page)
      length += page.text.length
      for (const oldest of cachedPages) {
        if (length <= most) break
        forget(oldest)
      }
    },
    clear() {
      pageOf.clear()
      cachedPages.clear()
      encodedChunks.clear()
      length = 0
    },
  }
}

function isSame<Item>(items: readonly Item[], others: readonly Item[]): boolean {
  return items.length === others.length && items.every((item, index) => item === others[index])
}
