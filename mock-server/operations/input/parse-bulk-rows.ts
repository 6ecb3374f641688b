import type * as z from 'zod/mini'
import { bulkRow } from '../../../src/contract/entity.ts'
import { describeIssues, formatIssues } from '../../../src/contract/issues.ts'
import { isRecord } from '../../../src/shared/json.ts'
import { describeTooLongText } from '../../message/body.ts'
import type { Server } from '../../server.ts'
import type { EntityInput } from '../../state/entities.ts'
import { noTags } from '../../state/stored-entity.ts'

/** Returns the entity to create from a row, or the reason to refuse the row. */
export function parseBulkRow(server: Pick<Server, 'maxTextLength'>, row: unknown): EntityInput | string {
  const result = bulkRow.safeParse(row)
  if (!result.success) return formatIssues(describeIssues(result.error, row), 'the row')
  return describeTooLongText(server, result.data) ?? toEntityInput(result.data)
}

/** Returns the name in a row, which may be of any form; empty if it has none. */
export function nameInRow(row: unknown): string {
  return isRecord(row) && typeof row.name === 'string' ? row.name : ''
}

function toEntityInput(row: z.output<typeof bulkRow>): EntityInput {
  const { name, type, countryCode } = row
  const tags = row.tags === undefined ? noTags : splitTags(row.tags)
  if (row.type === 'organization') return { name, type, countryCode, tags, registration: row.registration }
  const { birth_date: birthDate, nationality, national_id: nationalId } = row
  return { name, type, countryCode, tags, birthDate, nationality, nationalId }
}

function splitTags(tags: string): string[] {
  return tags
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
}
