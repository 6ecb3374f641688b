import { JsonFragments } from '../message/body-chunks.ts'
import { findNextEventTime } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { CachedPage } from '../state/list-cache.ts'
import { entitiesOf, type StoredEntity, type Team } from '../state/teams.ts'
import { toEntityResponse } from './entity-body.ts'
import type { OperationCall } from './handler.ts'

/** The number of entities in a page of the list cache. The JSON of a page is written in one step. */
const pageSize = 64

/** The maximum number of cached pages that are sent in one step: about a quarter of a megabyte. */
const maxPagesAtOnce = 14

/** The JSON before and after the array of entities. */
export const listWrappers = {
  bare: ['', ''],
  data: ['{"success":true,"data":', '}'],
  results: ['{"results":', '}'],
} as const

/** Lists all of the team's entities, by default in creation order and without a wrapper (specification: GET /v1/entities). */
export function handleListEntities({ server, team, now }: OperationCall): JsonFragments {
  const entities = sortEntities(server, team)
  return new JsonFragments(
    entities.length <= pageSize
      ? writeShortList(server, entities, now)
      : writeFragments(server, groupByPage(entities), now),
  )
}

/** Writes a list that fits one page. An unchanged list is the same string each time. */
function writeShortList(server: Server, entities: readonly StoredEntity[], now: number): string {
  const { listCache, behaviour } = server
  const [prefix, suffix] = listWrappers[behaviour.listBody]
  if (entities.length === 0) return `${prefix}[]${suffix}`
  const page = listCache.findPage(entities, now) ?? writePage(server, entities, now)
  return listCache.joinPages([page], `${prefix}[`, `]${suffix}`)
}

function sortEntities({ behaviour }: Server, team: Team): readonly StoredEntity[] {
  const entities = entitiesOf(team)
  if (behaviour.listOrder === 'newest') return entities.toReversed()
  if (behaviour.listOrder === 'name') return entities.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return entities
}

function* writeFragments(
  server: Server,
  groups: Iterable<readonly StoredEntity[]>,
  now: number,
): Generator<string> {
  const { listCache, behaviour } = server
  const [prefix, suffix] = listWrappers[behaviour.listBody]
  let separator = `${prefix}[`
  let pagesToSend: CachedPage[] = []
  for (const group of groups) {
    const cachedPage = listCache.findPage(group, now)
    pagesToSend.push(cachedPage ?? writePage(server, group, now))
    if (cachedPage !== undefined && pagesToSend.length < maxPagesAtOnce) continue
    yield listCache.joinPages(pagesToSend, separator)
    pagesToSend = []
    separator = ','
  }
  if (pagesToSend.length > 0 || separator !== ',') yield listCache.joinPages(pagesToSend, separator)
  yield `]${suffix}`
}

/** Writes the JSON of a page, and caches it until the next event of its entities. */
function writePage(server: Server, entities: readonly StoredEntity[], now: number): CachedPage {
  const text = entities.map(entity => JSON.stringify(toEntityResponse(server, entity, now))).join(',')
  const until = Math.min(...entities.map(entity => findNextEventTime(server, entity, now)))
  const page = { entities, text, from: now, until }
  server.listCache.addPage(page)
  return page
}

function* groupByPage(entities: readonly StoredEntity[]): Generator<readonly StoredEntity[]> {
  for (let index = 0; index < entities.length; index += pageSize)
    yield entities.slice(index, index + pageSize)
}
