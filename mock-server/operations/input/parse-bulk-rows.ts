import type * as z from 'zod/mini'
import { bulkRequest, bulkRow } from '../../../src/contract/entity.ts'
import { describeIssues, formatIssues } from '../../../src/contract/issues.ts'
import { isRecord } from '../../../src/shared/json.ts'
import { createItemParser } from '../../../src/shared/text/json-items.ts'
import { describeTooLongText, parseInput, parseJsonBody } from '../../message/body.ts'
import type { SlicedWork } from '../../message/sliced-work.ts'
import type { Server } from '../../server.ts'
import { type EntityInput, noTags } from '../../state/entities.ts'

/** Lists the rows of a bulk request, in time slices if the body is long. @throws Refusal if the body has no list of rows. */
export function* listBulkRows(body: string): SlicedWork<readonly unknown[]> {
  return parseInput(bulkRequest, yield* parseRowsJson(body)).entities
}

/** Returns the entity to create from a row, or the reason to refuse the row. */
export function parseBulkRow(server: Pick<Server, 'maxTextLength'>, row: unknown): EntityInput | string {
  const result = bulkRow.safeParse(row)
  if (!result.success) return formatIssues(describeIssues(result.error, row), 'the row')
  return describeTooLongText(server, result.data) ?? toEntityInput(result.data)
}

export function nameInRow(row: unknown): string {
  return isRecord(row) && typeof row.name === 'string' ? row.name : ''
}

/** The number of characters of a body that are parsed in one step: a millisecond or two. */
const chunkLength = 65_536

/**
 * Parses a long body row by row, which takes twice as long as in one step. A body that is not valid JSON, or that has other
 * members besides the rows, is parsed in one step.
 */
function* parseRowsJson(body: string): SlicedWork<unknown> {
  if (body.length <= chunkLength) return parseJsonBody(body)
  const { start, end } = locateRows(body)
  const parser = createItemParser()
  const entities: unknown[] = []
  for (let index = start; index < end && parser.state !== 'invalid'; index += chunkLength) {
    for (const row of parser.write(body.slice(index, Math.min(end, index + chunkLength)))) entities.push(row)
    yield
  }
  return parser.state === 'complete' ? { entities } : parseJsonBody(body)
}

/** Locates the array in `{"entities": […]}`. In any other body, start and end are equal. */
function locateRows(body: string): { readonly start: number; readonly end: number } {
  const prefix = /^[ \t\r\n]*\{[ \t\r\n]*"entities"[ \t\r\n]*:/.exec(body)
  let end = body.length - 1
  while (' \t\r\n'.includes(body[end] ?? '}')) end -= 1
  return prefix === null || body[end] !== '}' ? { start: 0, end: 0 } : { start: prefix[0].length, end }
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
