import { spellEntityOddly } from '../dialects/quirky.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/teams.ts'
import { entityBody } from './entity-body.ts'

/** An entity as it is sent: as the specification shows it, or as a reserved test name asks for it. */
export function entityAnswer(server: Server, entity: StoredEntity) {
  const body = entityBody(server, entity)
  return isQuirky(server, entity.name) ? spellEntityOddly(body) : body
}
