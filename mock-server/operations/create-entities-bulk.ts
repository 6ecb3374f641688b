import { applyQuirksToRowError } from '../dialects/apply-quirks.ts'
import { createInvalidInputError } from '../message/body.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasEntity, type Identity, identityOf } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import { isEntityLimit } from './create-entity.ts'
import type { Call } from './handler.ts'
import { readRows } from './input/bulk-rows.ts'
import { refuseByName } from './input/refuse-by-name.ts'

/** A row that is read: its entity, or the reason to refuse it. */
interface PreparedRow {
  readonly name: string
  readonly entity: { readonly input: EntityInput; readonly identity: Identity } | string
}

/**
 * Creates the good rows, and states the reason to refuse each other row (specification: POST /v1/entities/bulk). Reading the rows
 * changes nothing and comes in slices; the returned step creates all of them at once, so that no request sees a part of them.
 */
export function* createEntitiesBulk(call: Omit<Call, 'id'>): SlicedWork<() => unknown> {
  const { server, team, body } = call
  const rows: PreparedRow[] = []
  for (const row of yield* readRows(server, body)) {
    const { name, input } = row
    const entity = typeof input === 'string' ? input : { input, identity: identityOf(server, team, input) }
    rows.push({ name, entity })
    yield
  }
  return () => createRows(call, rows)
}

function createRows({ server, team, now }: Omit<Call, 'id'>, rows: readonly PreparedRow[]): unknown {
  if (rows.length === 0 && server.behaviour.emptyBulk === 'reject')
    throw createInvalidInputError('entities must have at least one row')
  if (rows.length > 0 && team.entities.size >= team.entityLimit) throw isEntityLimit(team.entityLimit)
  refuseByName(
    server,
    rows.map(({ name }) => name),
  )
  const errors: string[] = []
  for (const [index, { name, entity }] of rows.entries()) {
    const reason = typeof entity === 'string' ? entity : add(server, team, entity, now)
    if (reason !== null) errors.push(rowError(server, index + server.behaviour.firstRow, name, reason))
  }
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

/** Specification: Bulk summary, errors. */
function rowError(server: Server, row: number, name: string, reason: string): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? applyQuirksToRowError(line) : line
}

function add(
  server: Server,
  team: Team,
  { input, identity }: Exclude<PreparedRow['entity'], string>,
  now: number,
): string | null {
  const { bulkDuplicateOrganizations, bulkDuplicatePersons } = server.behaviour
  const answer = input.type === 'person' ? bulkDuplicatePersons : bulkDuplicateOrganizations
  if (answer === 'reject' && hasEntity(team, identity))
    return `${input.type} "${input.name}" already exists in the team`
  if (team.entities.size >= team.entityLimit)
    return `the team's entity limit of ${team.entityLimit} is reached`
  addEntity(server, team, input, now, identity)
  return null
}
