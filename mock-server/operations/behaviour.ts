import { Refusal } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { StoredEntity, Team } from '../state/teams.ts'

/** What an operation is run with. */
export interface Exchange {
  readonly server: Server
  readonly team: Team
  /** From the path; empty where it has none. */
  readonly id: string
  /** The text of the body; empty where the operation takes none, or it has been read already. */
  readonly body: string
  /** The body as it was received. */
  readonly received: IncomingRequest['body']
}

/** Does what an operation does, and answers the body of its success: a value, or JsonPieces where it may be long. */
export type Behaviour = (exchange: Exchange) => unknown

/** The team's entity that the path names; another team's is not there. */
export function requireEntity({ team, id }: Exchange): StoredEntity {
  const entity = team.entities.get(id)
  if (entity === undefined) throw new Refusal(404, 'The entity does not exist in this team.')
  return entity
}
