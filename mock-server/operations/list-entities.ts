import type { Exchange } from './behaviour.ts'
import { entityAnswer } from './entity-answer.ts'

/** All of the team's entities in creation order, without a wrapper (specification: GET /v1/entities). */
export function listEntities({ server, team }: Exchange) {
  return Array.from(team.entities.values(), entity => entityAnswer(server, entity))
}
