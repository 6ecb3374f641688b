import { Refusal } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { StoredEntity, Team } from '../state/teams.ts'

/** The input of an operation. */
export interface Exchange {
  readonly server: Server
  readonly team: Team
  /** From the path; empty where it has none. */
  readonly id: string
  /** The text of the body; empty if the operation takes none, or if it was read before. */
  readonly body: string
  /** The body as it was received. */
  readonly received: IncomingRequest['body']
}

/** Runs an operation and returns the body of its success: a value, or JsonPieces if it may be long. */
export type Behaviour = (exchange: Exchange) => unknown

/** The team's entity with the id of the path. @throws Refusal of 404 if the team has none. */
export function requireEntity({ team, id }: Exchange): StoredEntity {
  const entity = team.entities.get(id)
  if (entity === undefined) throw new Refusal(404, 'The entity does not exist in this team.')
  return entity
}
