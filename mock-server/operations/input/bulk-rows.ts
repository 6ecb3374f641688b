import type * as z from 'zod/mini'
import { bulkRequest, bulkRow } from '../../../src/contract/entity.ts'
import { describeIssues, formatIssues } from '../../../src/contract/issues.ts'
import { isRecord } from '../../../src/shared/json.ts'
import { checkBody, findLongText, PreparedBody, parseBody } from '../../message/body.ts'
import type { Sliced } from '../../message/turns.ts'
import type { Server } from '../../server.ts'
import type { EntityInput } from '../../state/entities.ts'

/** A row of a bulk request: the entity to create, or what is wrong with it. */
export interface BulkRow {
  /** Empty where it has none. */
  readonly name: string
  readonly input: EntityInput | string
}

/** The rows of a long bulk request. */
export class PreparedRows extends PreparedBody {
  readonly rows: readonly BulkRow[]

  constructor(rows: readonly BulkRow[]) {
    super()
    this.rows = rows
  }
}

/**
 * Reads a bulk request: most of its work, independent of the team.
 *
 * @throws Refusal if it is no list of rows.
 */
export function* readRows(server: Pick<Server, 'maximumTextLength'>, body: string): Sliced<BulkRow[]> {
  const { entities } = checkBody(bulkRequest, yield* parseBody(body))
  const rows: BulkRow[] = []
  for (const row of entities) {
    rows.push({ name: nameOf(row), input: readRow(server, row) })
    yield
  }
  return rows
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
