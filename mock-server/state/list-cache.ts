import { type Body, countBodyBytes } from '../message/response-body.ts'
import type { StoredEntity } from './stored-entity.ts'

/** A place in a list: consecutive entities, and the JSON before and after them. */
export interface PagePlace {
  readonly entities: readonly StoredEntity[]
  readonly lead: string
  readonly tail: string
  /** The time on the server's clock at which the list is read. */
  readonly from: number
}

/** The JSON of a part of a list, valid from the time `from`. */
export interface CachedPage extends PagePlace {
  /** Text if the page is a complete list, so that the request log stores the same string each time; otherwise bytes. */
  readonly body: Body
  /** The time on the server's clock at which the page becomes outdated. */
  readonly until: number
}

/** The pages of earlier lists of all teams. */
export interface ListCache {
  readonly pageByEntity: Map<StoredEntity, CachedPage>
  /** The pages, the oldest first. */
  readonly pages: Set<CachedPage>
  /** The maximum length of all pages together, in bytes. */
  readonly maxLength: number
  length: number
}

/** @param maxLength - The default fits a list of 80,000 entities. */
export function createListCache(maxLength = 32 * 1024 * 1024): ListCache {
  return { pageByEntity: new Map(), pages: new Set(), maxLength, length: 0 }
}

/** Finds the page of a place; undefined if there is none, or if it is outdated. */
export function findPage(
  { pageByEntity }: ListCache,
  { entities, lead, tail, from }: PagePlace,
): CachedPage | undefined {
  const [first] = entities
  const page = first && pageByEntity.get(first)
  if (page === undefined || from < page.from || from >= page.until) return undefined
  if (page.lead !== lead || page.tail !== tail || page.entities.length !== entities.length) return undefined
  return page.entities.every((entity, index) => entity === entities[index]) ? page : undefined
}

/** Adds a page, and removes the oldest pages if the cache is full. */
export function addPage(cache: ListCache, page: CachedPage): void {
  for (const entity of page.entities) {
    removePage(cache, cache.pageByEntity.get(entity))
    cache.pageByEntity.set(entity, page)
  }
  cache.pages.add(page)
  cache.length += countLength(page.body)
  for (const oldest of cache.pages) {
    if (cache.length <= cache.maxLength) break
    removePage(cache, oldest)
  }
}

function removePage(cache: ListCache, page: CachedPage | undefined): void {
  if (page === undefined || !cache.pages.delete(page)) return
  cache.length -= countLength(page.body)
  for (const entity of page.entities) cache.pageByEntity.delete(entity)
}

export function clearPages(cache: ListCache): void {
  cache.pageByEntity.clear()
  cache.pages.clear()
  cache.length = 0
}

function countLength(body: Body): number {
  return typeof body === 'string' ? body.length : countBodyBytes(body)
}
