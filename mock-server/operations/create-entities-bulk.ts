import { spellRowErrorOddly } from '../dialects/quirky.ts'
import { atOnce } from '../message/turns.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasOrganization, marksOf } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import type { Exchange } from './behaviour.ts'
import { isEntityLimit } from './create-entity.ts'
import { PreparedRows, readRows } from './input/bulk-rows.ts'
import { refuseByName } from './input/refuse-by-name.ts'

/**
 * Creates the good rows and says of each other row what is wrong with it (specification: POST /v1/entities/bulk). All of them
 * appear at once: no request sees a part of them.
 */
export function createEntitiesBulk({ server, team, body, received }: Exchange) {
  const rows = received instanceof PreparedRows ? received.rows : atOnce(readRows(server, body))
  if (rows.length > 0 && team.entities.size >= team.entityLimit) throw isEntityLimit(team.entityLimit)
  refuseByName(
    server,
    rows.map(({ name }) => name),
  )
  const errors: string[] = []
  for (const [index, { name, input }] of rows.entries()) {
    const reason = typeof input === 'string' ? input : add(server, team, input)
    if (reason !== null) errors.push(rowError(server, index + 1, name, reason))
  }
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

/** Specification: Bulk summary, errors. */
function rowError(server: Server, row: number, name: string, reason: string): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? spellRowErrorOddly(line) : line
}

/** Adds an entity, or returns the reason not to. */
function add(server: Server, team: Team, input: EntityInput): string | null {
  const marks = marksOf(input)
  if (hasOrganization(team, marks)) return `organization "${input.name}" already exists in the team`
  if (team.entities.size >= team.entityLimit)
    return `the team's entity limit of ${team.entityLimit} is reached`
  addEntity(server, team, input, marks)
  return null
}
