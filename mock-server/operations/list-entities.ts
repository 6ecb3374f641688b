import { arrayPieces, JsonPieces } from '../message/pieces.ts'
import type { Server } from '../server.ts'
import { entitiesOf, type Team } from '../state/teams.ts'
import type { Exchange } from './behaviour.ts'
import { entityAnswer } from './entity-body.ts'

/** All of the team's entities in creation order, without a wrapper (specification: GET /v1/entities). */
export function listEntities({ server, team }: Exchange): JsonPieces {
  return new JsonPieces(arrayPieces(answers(server, team)))
}

function* answers(server: Server, team: Team) {
  for (const entity of entitiesOf(team)) yield entityAnswer(server, entity)
}
