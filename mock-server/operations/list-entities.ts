import { JsonPieces } from '../message/pieces.ts'
import { nextDueAt } from '../screening/life.ts'
import type { Server } from '../server.ts'
import { entitiesOf, type StoredEntity } from '../state/teams.ts'
import type { Exchange } from './behaviour.ts'
import { entityAnswer } from './entity-body.ts'

/** How many entities are written in one go. */
const pageSize = 64

/** How many characters of pages that were written before are sent in one go. */
const readyLength = 262_144

/** All of the team's entities in creation order, without a wrapper (specification: GET /v1/entities). */
export function listEntities({ server, team }: Exchange): JsonPieces {
  return new JsonPieces(pieces(server, groupsOf(entitiesOf(team))))
}

function* pieces(server: Server, groups: Iterable<readonly StoredEntity[]>): Generator<string> {
  let ready = '['
  let lead = ''
  for (const group of groups) {
    const now = server.clock.now()
    const known = server.pages.find(group, now)
    ready += lead + (known ?? write(server, group, now))
    lead = ','
    if (known !== undefined && ready.length < readyLength) continue
    yield ready
    ready = ''
  }
  yield `${ready}]`
}

/** Writes a page, and keeps it until time changes what it says. */
function write(server: Server, entities: readonly StoredEntity[], now: number): string {
  const text = entities.map(entity => JSON.stringify(entityAnswer(server, entity))).join(',')
  const until = Math.min(...entities.map(entity => nextDueAt(server, entity, now)))
  server.pages.keep({ entities, text, from: now, until })
  return text
}

function* groupsOf(entities: Iterable<StoredEntity>): Generator<StoredEntity[]> {
  let group: StoredEntity[] = []
  for (const entity of entities) {
    if (group.push(entity) < pageSize) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
