import type * as z from 'zod/mini'
import { bulkRequest, bulkRow } from '../../../src/contract/entity.ts'
import { describeIssues, formatIssues } from '../../../src/contract/issues.ts'
import { isRecord } from '../../../src/shared/json.ts'
import { findLongText, readBody } from '../../message/body.ts'
import type { Server } from '../../server.ts'
import { type EntityInput, noTags } from '../../state/entities.ts'

export interface BulkRow {
  readonly name: string
  readonly input: EntityInput | string
}

/** @throws Refusal if it is no list of rows. */
export function readRows(server: Pick<Server, 'maximumTextLength'>, body: string): BulkRow[] {
  const { entities } = readBody(bulkRequest, body)
  return entities.map(row => ({ name: nameOf(row), input: readRow(server, row) }))
}

function nameOf(row: unknown): string {
  return isRecord(row) && typeof row.name === 'string' ? row.name : ''
}

function readRow(server: Pick<Server, 'maximumTextLength'>, row: unknown): EntityInput | string {
  const result = bulkRow.safeParse(row)
  if (!result.success) return formatIssues(describeIssues(result.error, row), 'the row')
  return findLongText(server, result.data) ?? toInput(result.data)
}

function toInput(row: z.output<typeof bulkRow>): EntityInput {
  const { name, type, countryCode } = row
  const common = { name, type, countryCode, tags: row.tags === undefined ? noTags : splitTags(row.tags) }
  if (row.type === 'organization') return { ...common, registration: row.registration }
  const { birth_date: birthDate, nationality, national_id: nationalId } = row
  return { ...common, birthDate, nationality, nationalId }
}

function splitTags(tags: string): string[] {
  return tags
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
}
