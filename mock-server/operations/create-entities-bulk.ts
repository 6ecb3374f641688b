import { applyQuirksToRowError } from '../dialects/apply-quirks.ts'
import { createInvalidInputError } from '../message/body.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasEntity, type Identity, identityOf } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import { createEntityLimitError } from './create-entity.ts'
import type { OperationCall } from './handler.ts'
import { assertNoErrorScenario } from './input/assert-no-error-scenario.ts'
import { listBulkRows, nameInRow, parseBulkRow } from './input/parse-bulk-rows.ts'

/** The entity to create from a row, with its identity; or the name in a row to refuse, and the reason. */
type PreparedRow =
  | { readonly input: EntityInput; readonly identity: Identity }
  | { readonly input: { readonly name: string }; readonly identity: null; readonly reason: string }

/** The number of rows between two looks at the time. */
const rowsAtOnce = 8

/**
 * Creates an entity from each valid row, and reports a reason for each other row (specification: POST /v1/entities/bulk). Reads
 * the rows in time slices, between which other requests are processed. The returned function then creates all entities in one
 * step, so that no request sees only some of these entities.
 */
export function* handleCreateEntitiesBulk(call: Omit<OperationCall, 'id'>): SlicedWork<() => unknown> {
  const { server, team, body } = call
  const rows: PreparedRow[] = []
  for (const row of yield* listBulkRows(body)) {
    const input = parseBulkRow(server, row)
    rows.push(
      typeof input === 'string'
        ? { input: { name: nameInRow(row) }, identity: null, reason: input }
        : { input, identity: identityOf(server, team, input) },
    )
    if (rows.length % rowsAtOnce === 0) yield
  }
  return () => createRows(call, rows)
}

function createRows({ server, team, now }: Omit<OperationCall, 'id'>, rows: readonly PreparedRow[]): unknown {
  if (rows.length === 0 && server.behaviour.emptyBulk === 'reject')
    throw createInvalidInputError('entities must have at least one row')
  if (rows.length > 0 && team.entities.size >= team.entityLimit)
    throw createEntityLimitError(team.entityLimit)
  assertNoErrorScenario(
    server,
    rows.map(({ input }) => input.name),
  )
  const errors: string[] = []
  for (const [index, row] of rows.entries()) {
    const reason = row.identity === null ? row.reason : addRow(server, team, row.input, row.identity, now)
    if (reason !== null)
      errors.push(formatRowError(server, index + server.behaviour.firstRow, row.input.name, reason))
  }
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

/** Formats the error of a row (specification: Bulk summary, errors). */
function formatRowError(server: Server, row: number, name: string, reason: string): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? applyQuirksToRowError(line) : line
}

function addRow(
  server: Server,
  team: Team,
  input: EntityInput,
  identity: Identity,
  now: number,
): string | null {
  const { bulkDuplicateOrganizations, bulkDuplicatePersons } = server.behaviour
  const duplicatePolicy = input.type === 'person' ? bulkDuplicatePersons : bulkDuplicateOrganizations
  if (duplicatePolicy === 'reject' && hasEntity(team, identity))
    return `${input.type} "${input.name}" already exists in the team`
  if (team.entities.size >= team.entityLimit)
    return `the team's entity limit of ${team.entityLimit} is reached`
  addEntity(server, team, input, now, identity)
  return null
}
