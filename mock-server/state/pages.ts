import type { StoredEntity } from './teams.ts'

/** What a list says of entities that follow one another, while none of them changes and the clock is between two times. */
interface Page {
  readonly entities: readonly StoredEntity[]
  readonly text: string
  readonly from: number
  readonly until: number
}

/** Pages that have been written, so that a list that is read again is only sent. */
export interface Pages {
  /** The text of exactly these entities; undefined where it has to be written. */
  find(entities: readonly StoredEntity[], now: number): string | undefined
  /** Keeps a page, in place of the oldest ones where there are too many. */
  keep(page: Page): void
  /** Called before an entity changes. */
  beforeChange(entity: StoredEntity): void
  clear(): void
}

/** Keeps so many characters, of all teams together: the list of 80,000 entities. */
export function createPages(most = 32 * 1024 * 1024): Pages {
  const pageOf = new Map<StoredEntity, Page>()
  /** The oldest first. */
  const kept = new Set<Page>()
  let length = 0

  function forget(page: Page | undefined): void {
    if (page === undefined || !kept.delete(page)) return
    length -= page.text.length
    for (const entity of page.entities) pageOf.delete(entity)
  }

  return {
    find(entities, now) {
      const [first] = entities
      const page = first && pageOf.get(first)
      if (page === undefined || now < page.from || now >= page.until) return undefined
      const isSame =
        page.entities.length === entities.length &&
        page.entities.every((entity, at) => entity === entities[at])
      return isSame ? page.text : undefined
    },
    keep(page) {
      for (const entity of page.entities) {
        forget(pageOf.get(entity))
        pageOf.set(entity, page)
      }
      kept.add(page)
      length += page.text.length
      for (const oldest of kept) {
        if (length <= most) break
        forget(oldest)
      }
    },
    beforeChange: entity => forget(pageOf.get(entity)),
    clear() {
      pageOf.clear()
      kept.clear()
      length = 0
    },
  }
}
