import { text } from '../../src/contract/text.ts'
import { parseArgument } from '../parse-argument.ts'
import type { Server } from '../server.ts'
import { storeEntity } from './entities.ts'
import { renewFields } from './stated-fields.ts'

/**
 * Sets the case status of an entity of any team.
 *
 * @throws TypeError if the status is blank or not a string.
 * @throws RangeError if no team has the entity.
 */
export function setCaseStatus(server: Server, entityId: string, status: unknown): void {
  const caseStatus = parseArgument(text, status, { caller: 'setCaseStatus', root: 'caseStatus' })
  for (const team of server.state.teams.values()) {
    const entity = team.entities.get(entityId)
    if (entity === undefined) continue
    storeEntity(server, team, { ...renewFields(entity, 'caseStatus'), caseStatus }, null)
    return
  }
  throw new RangeError('no team has an entity with this id')
}
