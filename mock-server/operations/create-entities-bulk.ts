import { bulkRequest } from '../../src/contract/entity.ts'
import { applyQuirksToRowError } from '../dialects/apply-quirks.ts'
import { createInvalidInputError, parseBodyWith } from '../message/body.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasEntity, identityOf } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import { createEntityLimitError } from './create-entity.ts'
import type { OperationCall } from './handler.ts'
import { assertNoErrorScenario } from './input/assert-no-error-scenario.ts'
import { nameInRow, parseBulkRow } from './input/parse-bulk-rows.ts'

/** Creates an entity from each valid row, and reports a reason for each other row (specification: POST /v1/entities/bulk). */
export function handleCreateEntitiesBulk({ server, team, body, now }: OperationCall) {
  const rows = parseBodyWith(bulkRequest, body).entities
  const { emptyBulk, firstRow } = server.behaviour
  if (rows.length === 0 && emptyBulk === 'reject')
    throw createInvalidInputError('entities must have at least one row')
  if (rows.length > 0 && team.entities.size >= team.entityLimit)
    throw createEntityLimitError(team.entityLimit)
  assertNoErrorScenario(server, rows.map(nameInRow))
  const errors = rows.flatMap((row, index) => {
    const input = parseBulkRow(server, row)
    const reason = typeof input === 'string' ? input : addRow(server, team, input, now)
    return reason === null ? [] : formatRowError(server, index + firstRow, nameInRow(row), reason)
  })
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

/** Formats the error of a row (specification: Bulk summary, errors). */
function formatRowError(server: Server, row: number, name: string, reason: string): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? applyQuirksToRowError(line) : line
}

/** Creates the entity of a row. Returns the reason if it cannot be created. */
function addRow(server: Server, team: Team, input: EntityInput, now: number): string | null {
  const { bulkDuplicateOrganizations, bulkDuplicatePersons } = server.behaviour
  const duplicatePolicy = input.type === 'person' ? bulkDuplicatePersons : bulkDuplicateOrganizations
  const identity = identityOf(server, team, input)
  if (duplicatePolicy === 'reject' && hasEntity(server, team, identity))
    return `${input.type} "${input.name}" already exists in the team`
  if (team.entities.size >= team.entityLimit)
    return `the team's entity limit of ${team.entityLimit} is reached`
  addEntity(server, team, input, now, identity)
  return null
}
