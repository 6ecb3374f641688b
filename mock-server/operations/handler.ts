import { Refusal } from '../message/reply.ts'
import type { Server } from '../server.ts'
import type { StoredEntity, Team } from '../state/teams.ts'

export interface Call {
  readonly server: Server
  readonly team: Team
  readonly id: string
  /** The moment that the response shows, however long it is written: the time of its dispatch. */
  readonly now: number
  readonly body: string
}

/** Runs an operation and returns the body of its success: a value, a text that is no JSON, JsonFragments if it may be long, or a promise if it is loaded. */
export type Handler = (call: Call) => unknown

/** The team's entity with the id of the path. @throws Refusal of 404 if the team has none. */
export function requireEntity({ server, team, id }: Call): StoredEntity {
  const entity = team.entities.get(id)
  if (entity === undefined)
    throw new Refusal(server.behaviour.unknownEntityStatus, 'The entity does not exist in this team.')
  return entity
}
