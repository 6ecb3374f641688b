import * as z from 'zod/mini'
import { searchEntitiesRequest } from '../../src/contract/entity.ts'
import { readQuery } from '../message/body.ts'
import { arrayPieces, JsonPieces } from '../message/pieces.ts'
import { Refusal } from '../message/reply.ts'
import { entityAnswer } from '../operations/entity-body.ts'
import { type Filters, fits, readFilters } from '../operations/search-entities.ts'
import { analysedAt, nextDueAt } from '../screening/life.ts'
import type { Server } from '../server.ts'
import { entitiesOf, type StoredDocument, type StoredEntity, type Team } from '../state/teams.ts'
import type { Call } from './commands.ts'

/** The most entities of one response: a page asks for those that it shows. */
const most = 1000

const { limit, offset, ...filters } = searchEntitiesRequest.shape

const entitiesQuery = z.strictObject({
  ...filters,
  team: z._default(z.string(), ''),
  limit: z.pipe(z.optional(z.coerce.number()), limit),
  offset: z.pipe(z.optional(z.coerce.number()), offset),
})

/**
 * A part of a team's entities, and how many fit the filters. It is how the console looks, and no request to the service: it is not
 * logged, no fault applies, and a stepping clock stands still.
 */
export function listEntities({ server, query }: Call): JsonPieces {
  const { team: id, ...page } = readQuery(entitiesQuery, query)
  const team = server.state.teams.byId(id)
  if (team === undefined) throw new Refusal(404, 'There is no team with this id.')
  return new JsonPieces(pageOf(server, team, page))
}

function* pageOf(
  server: Server,
  team: Team,
  { offset = 0, limit = most, ...query }: Filters,
): Generator<string> {
  let total = 0
  const filters = readFilters(query)
  function* part() {
    for (const entity of entitiesOf(team)) {
      const isFound = fits(server, entity, filters)
      if (isFound) total += 1
      yield isFound && total > offset && total <= offset + limit ? entityAnswer(server, entity) : undefined
    }
  }
  yield* arrayPieces(part(), '{"success":true,"data":{"entities":')
  yield `,"total":${total}}}`
}

/** An entity of any team: as the list shows it, and what no operation shows. @throws Refusal of 404. */
export function describeEntity(server: Server, id: string) {
  const { team, entity } = findEntity(server, id)
  const { scan, caseStatus, documents } = entity
  const due = nextDueAt(server, entity, server.clock.now())
  return {
    team: team.id,
    entity: entityAnswer(server, entity),
    documents: documents.map(describeDocument),
    scan,
    // Null where screening determines it.
    caseStatus,
    dueAt: Number.isFinite(due) ? timestamp(due) : null,
  }
}

export function findEntity(server: Server, id: string): { team: Team; entity: StoredEntity } {
  for (const team of server.state.teams.all()) {
    const entity = team.entities.get(id)
    if (entity !== undefined) return { team, entity }
  }
  throw new Refusal(404, 'No team has an entity with this id.')
}

function describeDocument(document: StoredDocument) {
  return {
    ...document,
    attachedAt: timestamp(document.attachedAt),
    analysedAt: timestamp(analysedAt(document)),
  }
}

function timestamp(time: number): string {
  return new Date(time).toISOString()
}
