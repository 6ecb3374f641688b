import type * as z from 'zod/mini'
import { bulkRequest, bulkRow } from '../../../src/contract/entity.ts'
import { describeIssues, formatIssues } from '../../../src/contract/issues.ts'
import { isRecord } from '../../../src/shared/json.ts'
import { createItemParser } from '../../../src/shared/text/json-items.ts'
import { describeTooLongText, parseInput, parseJsonBody } from '../../message/body.ts'
import type { SlicedWork } from '../../message/sliced-work.ts'
import type { Server } from '../../server.ts'
import { type EntityInput, noTags } from '../../state/entities.ts'

export interface BulkRow {
  readonly name: string
  readonly input: EntityInput | string
}

/** @throws Refusal if it is no list of rows. */
export function* readRows(server: Pick<Server, 'maximumTextLength'>, body: string): SlicedWork<BulkRow[]> {
  const { entities } = parseInput(bulkRequest, yield* parseRows(body))
  const rows: BulkRow[] = []
  for (const row of entities) {
    rows.push({ name: nameOf(row), input: readRow(server, row) })
    yield
  }
  return rows
}

/** How many characters of a body are parsed at a time. */
const chunkLength = 65_536

/** Parses a body row by row. One with members besides the rows, or that is no JSON, is parsed in one piece. */
function* parseRows(body: string): SlicedWork<unknown> {
  const { start, end } = rowsIn(body)
  const parser = createItemParser()
  const entities: unknown[] = []
  for (let index = start; index < end && parser.state !== 'invalid'; index += chunkLength) {
    for (const row of parser.write(body.slice(index, Math.min(end, index + chunkLength)))) entities.push(row)
    yield
  }
  return parser.state === 'complete' ? { entities } : parseJsonBody(body)
}

/** The place of the array in `{"entities": […]}`; nowhere in any other body. */
function rowsIn(body: string): { readonly start: number; readonly end: number } {
  const frame = /^[ \t\r\n]*\{[ \t\r\n]*"entities"[ \t\r\n]*:/.exec(body)
  let end = body.length - 1
  while (' \t\r\n'.includes(body[end] ?? '}')) end -= 1
  return frame === null || body[end] !== '}' ? { start: 0, end: 0 } : { start: frame[0].length, end }
}

function nameOf(row: unknown): string {
  return isRecord(row) && typeof row.name === 'string' ? row.name : ''
}

function readRow(server: Pick<Server, 'maximumTextLength'>, row: unknown): EntityInput | string {
  const result = bulkRow.safeParse(row)
  if (!result.success) return formatIssues(describeIssues(result.error, row), 'the row')
  return describeTooLongText(server, result.data) ?? toInput(result.data)
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
