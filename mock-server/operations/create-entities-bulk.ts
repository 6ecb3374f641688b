import type * as z from 'zod/mini'
import { bulkRequest, bulkRow } from '../../src/contract/entity.ts'
import { describeIssues, formatIssues } from '../../src/contract/issues.ts'
import { isRecord } from '../../src/contract/json.ts'
import { spellRowErrorOddly } from '../dialects/quirky.ts'
import { readBody } from '../http/body.ts'
import { findLongText } from '../http/text-length.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasOrganization } from '../state/entities.ts'
import type { Team } from '../state/teams.ts'
import type { Exchange } from './behaviour.ts'
import { entityLimitReached } from './create-entity.ts'
import { refuseByName } from './refuse-by-name.ts'

/** Creates the good rows and says of each other row what is wrong with it (specification: POST /v1/entities/bulk). */
export function createEntitiesBulk({ server, team, body }: Exchange) {
  const { entities: rows } = readBody(bulkRequest, body)
  if (rows.length > 0 && team.entities.size >= team.entityLimit) throw entityLimitReached(team.entityLimit)
  const names = rows.map(nameOf)
  refuseByName(server, names)
  const errors: string[] = []
  for (const [index, row] of rows.entries()) {
    const input = readRow(server, row)
    const reason = typeof input === 'string' ? input : refuse(team, input)
    if (typeof input !== 'string' && reason === undefined) addEntity(server, team, input)
    else errors.push(rowError(server, index + 1, names[index] ?? '', reason))
  }
  const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
  return { success: true, data }
}

function nameOf(row: unknown): string {
  return isRecord(row) && typeof row.name === 'string' ? row.name : ''
}

/** Specification: Bulk summary, errors. */
function rowError(server: Server, row: number, name: string, reason: string | undefined): string {
  const line = `Row ${row}: ${reason}`
  return isQuirky(server, name) ? spellRowErrorOddly(line) : line
}

/** The row, or what is wrong with it. */
function readRow(server: Server, row: unknown): EntityInput | string {
  const result = bulkRow.safeParse(row)
  if (!result.success) return formatIssues(describeIssues(result.error, row), 'the row')
  return findLongText(server, result.data) ?? toInput(result.data)
}

function toInput(row: z.output<typeof bulkRow>): EntityInput {
  const { name, type, countryCode } = row
  const tags = splitTags(row.tags)
  if (row.type === 'organization') return { name, type, countryCode, tags, registration: row.registration }
  return {
    name,
    type,
    countryCode,
    tags,
    birthDate: row.birth_date,
    nationality: row.nationality,
    nationalId: row.national_id,
  }
}

function splitTags(tags = ''): string[] {
  return tags
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
}

function refuse(team: Team, input: EntityInput): string | undefined {
  if (input.type === 'organization' && hasOrganization(team, input)) {
    return `organization "${input.name}" already exists in the team`
  }
  return team.entities.size >= team.entityLimit
    ? `the team's entity limit of ${team.entityLimit} is reached`
    : undefined
}
