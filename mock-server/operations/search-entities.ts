import type * as z from 'zod/mini'
import { searchEntitiesRequest } from '../../src/contract/entity.ts'
import { readBody } from '../message/body.ts'
import { arrayPieces, JsonPieces } from '../message/pieces.ts'
import { foldName } from '../screening/matching/names.ts'
import type { Server } from '../server.ts'
import { entitiesOf, type StoredEntity, type Team } from '../state/teams.ts'
import type { Exchange } from './behaviour.ts'
import { entityAnswer, entityBody } from './entity-body.ts'

export type Filters = z.output<typeof searchEntitiesRequest>

/** Filters the team's entities; the specification lists the operation and shows nothing of it (see docs/decisions.md). */
export function searchEntities({ server, team, body }: Exchange): JsonPieces {
  const filters = readBody(searchEntitiesRequest, body || '{}')
  return new JsonPieces(arrayPieces(search(server, team, filters), '{"success":true,"data":', '}'))
}

/** The matching entities, and undefined for each other one, so that long searches stay sliced. */
function* search(
  server: Server,
  team: Team,
  { limit = Number.POSITIVE_INFINITY, offset = 0, ...query }: Filters,
) {
  const filters = folded(query)
  let found = 0
  for (const entity of entitiesOf(team)) {
    const isFound = fits(server, entity, filters)
    if (isFound) found += 1
    yield isFound && found > offset ? entityAnswer(server, entity) : undefined
    if (found === offset + limit) return
  }
}

/** Filters whose name is compared as names are. */
export function folded(filters: Filters): Filters {
  return filters.name === undefined ? filters : { ...filters, name: foldName(filters.name) }
}

/** Checks first what is known without screening. */
export function fits(
  server: Server,
  entity: StoredEntity,
  { name, type, countryCode, caseStatus, riskLevel }: Omit<Filters, 'limit' | 'offset'>,
): boolean {
  if (type !== undefined && entity.type !== type) return false
  if (countryCode !== undefined && entity.countryCode !== countryCode) return false
  if (name !== undefined && !foldName(entity.name).includes(name)) return false
  if (caseStatus === undefined && riskLevel === undefined) return true
  const body = entityBody(server, entity)
  return (
    (caseStatus === undefined || body.caseStatus === caseStatus) &&
    (riskLevel === undefined || levelOf(body.riskLevel) === levelOf(riskLevel))
  )
}

/** "Low Risk" and "low" are the same level. */
function levelOf(label: string): string {
  return label.toLowerCase().replace(/ risk$/, '')
}
