import { Refusal } from '../../src/contract/refusal.ts'
import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import type { Team } from '../state/teams.ts'

export interface OperationCall {
  readonly server: Server
  readonly team: Team
  /** The `{id}` in the path; empty if the path has none. */
  readonly id: string
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number
  readonly body: string
}

/**
 * Runs an operation and returns the body of the success response: a JSON value, WrittenJson, or plain text. Returns a promise
 * only if modules have to be loaded.
 */
export type OperationHandler = (call: OperationCall) => unknown

/** Returns the team's entity with the id in the path. @throws Refusal with the status 404 if there is none. */
export function requireEntity({ server, team, id }: OperationCall): StoredEntity {
  const entity = team.entities.get(id)
  if (entity === undefined)
    throw new Refusal(server.behaviour.unknownEntityStatus, 'The entity does not exist in this team.')
  return entity
}
