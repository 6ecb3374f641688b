import { spellRowErrorOddly } from '../dialects/quirky.ts'
import { invalidInput } from '../message/body.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasEntity, identityOf } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import { isEntityLimit } from './create-entity.ts'
import type { Call } from './handler.ts'
import { readRows } from './input/bulk-rows.ts'
import { refuseByName } from './input/refuse-by-name.ts'

/**
 * Creates the good rows and says of each other row what is wrong with it (specification: POST /v1/entities/bulk). All of them
 * appear at once: no request sees a part of them.
 */
export function createEntitiesBulk({ server, team, body }: Call) {
  const rows = readRows(server, body)
  if (rows.length === 0 && server.behaviour.emptyBulk === 'reject')
    throw invalidInput('entities must have at least one row')
  if (rows.length > 0 && team.entities.size >= team.entityLimit) throw isEntityLimit(team.entityLimit)
  refuseByName(
    server,
    rows.map(({ name }) => name),
  )
  const errors: string[] = []
  for (const [index, { name, input }] of rows.entries()) {
    const reason = typeof input === 'string' ? input : add(server, team, input)
    if (reason !== null) errors.push(rowError(server, index + server.behaviour.firstRow, name, reason))
  }
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

/** Specification: Bulk summary, errors. */
function rowError(server: Server, row: number, name: string, reason: string): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? spellRowErrorOddly(line) : line
}

function add(server: Server, team: Team, input: EntityInput): string | null {
  const identity = identityOf(server, team, input)
  const { bulkDuplicateOrganizations, bulkDuplicatePersons } = server.behaviour
  const answer = input.type === 'person' ? bulkDuplicatePersons : bulkDuplicateOrganizations
  if (answer === 'reject' && hasEntity(team, identity))
    return `${input.type} "${input.name}" already exists in the team`
  if (team.entities.size >= team.entityLimit)
    return `the team's entity limit of ${team.entityLimit} is reached`
  addEntity(server, team, input, identity)
  return null
}
