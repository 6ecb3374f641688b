import { readBodyText, readParts, WrittenJson } from '../message/response-body.ts'
import { findNextEventTime } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import { addPage, type CachedPage, findPage, type PagePlace } from '../state/list-cache.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import { entitiesOf, type Team } from '../state/teams.ts'
import { toEntityResponse } from './entity-body.ts'
import type { OperationCall } from './handler.ts'

/** The number of entities in a page of the list cache. */
const pageSize = 64

/** The JSON before and after the array of entities. */
export const listWrappers = {
  bare: ['', ''],
  data: ['{"success":true,"data":', '}'],
  results: ['{"results":', '}'],
} as const

/** Lists all of the team's entities, by default in creation order and without a wrapper (specification: GET /v1/entities). */
export function handleListEntities({ server, team, now }: OperationCall): WrittenJson {
  const entities = sortEntities(server, team)
  const [prefix, suffix] = listWrappers[server.behaviour.listBody]
  const [lead, tail] = [`${prefix}[`, `]${suffix}`]
  if (entities.length === 0) return new WrittenJson(lead + tail)
  if (entities.length <= pageSize)
    return new WrittenJson(readBodyText(getPage(server, { entities, lead, tail, from: now }).body))
  const parts: Uint8Array[] = []
  for (let start = 0; start < entities.length; start += pageSize) {
    const end = start + pageSize
    const page = getPage(server, {
      entities: entities.slice(start, end),
      lead: start === 0 ? lead : ',',
      tail: end < entities.length ? '' : tail,
      from: now,
    })
    parts.push(...readParts(page.body))
  }
  return new WrittenJson(parts)
}

function sortEntities({ behaviour }: Server, team: Team): readonly StoredEntity[] {
  const entities = entitiesOf(team)
  if (behaviour.listOrder === 'newest') return entities.toReversed()
  if (behaviour.listOrder === 'name') return entities.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return entities
}

/** Returns a page of a list, from the cache or newly written. A page is valid until the next event of its entities. */
function getPage(server: Server, place: PagePlace): CachedPage {
  const cached = findPage(server.listCache, place)
  if (cached !== undefined) return cached
  const { entities, lead, tail, from } = place
  const items = entities.map(entity => JSON.stringify(toEntityResponse(server, entity, from)))
  const text = lead + items.join(',') + tail
  const isWholeList = lead !== ',' && tail !== ''
  const until = Math.min(...entities.map(entity => findNextEventTime(server, entity, from)))
  const page = { ...place, body: isWholeList ? text : readParts(text), until }
  addPage(server.listCache, page)
  return page
}
