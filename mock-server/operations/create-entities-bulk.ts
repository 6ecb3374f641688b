import { spellRowErrorOddly } from '../dialects/quirky.ts'
import { atOnce } from '../message/turns.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasOrganization } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import type { Exchange } from './behaviour.ts'
import { entityLimitReached } from './create-entity.ts'
import { PreparedRows, readRows } from './input/bulk-rows.ts'
import { refuseByName } from './input/refuse-by-name.ts'

/**
 * Creates the good rows and says of each other row what is wrong with it (specification: POST /v1/entities/bulk). All of them
 * appear at once: no request sees a part of them.
 */
export function createEntitiesBulk({ server, team, body, received }: Exchange) {
  const rows = received instanceof PreparedRows ? received.rows : atOnce(readRows(server, body))
  if (rows.length > 0 && team.entities.size >= team.entityLimit) throw entityLimitReached(team.entityLimit)
  refuseByName(
    server,
    rows.map(({ name }) => name),
  )
  const errors: string[] = []
  for (const [index, { name, input }] of rows.entries()) {
    const reason = typeof input === 'string' ? input : refuse(team, input)
    if (typeof input !== 'string' && reason === undefined) addEntity(server, team, input)
    else errors.push(rowError(server, index + 1, name, reason))
  }
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

/** Specification: Bulk summary, errors. */
function rowError(server: Server, row: number, name: string, reason: string | undefined): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? spellRowErrorOddly(line) : line
}

function refuse(team: Team, input: EntityInput): string | undefined {
  if (input.type === 'organization' && hasOrganization(team, input)) {
    return `organization "${input.name}" already exists in the team`
  }
  return team.entities.size >= team.entityLimit
    ? `the team's entity limit of ${team.entityLimit} is reached`
    : undefined
}
