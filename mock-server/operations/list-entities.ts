import type { Exchange } from './behaviour.ts'
import { entityBody } from './entity-body.ts'

/** All of the team's entities in creation order, without a wrapper (specification: GET /v1/entities). */
export function listEntities({ server, team }: Exchange) {
  return Array.from(team.entities.values(), entity => entityBody(server, entity))
}
