import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { type BulkEntityInput, type BulkSummary, bulkInput, decodeBulkSummary } from '../model/bulk.ts'
import { encodeCountry } from '../model/inputs.ts'
import type { QuirkLog } from '../reading/quirk-log.ts'
import { toFullName } from '../shared/names/full-name.ts'
import type { OperationSpec } from './operation-spec.ts'

export const createEntitiesBulk: OperationSpec<{ rows: readonly BulkEntityInput[] }, BulkSummary> = {
  operation: 'createEntitiesBulk',
  methodName: methodNames.createEntitiesBulk,
  contract: endpoints.createEntitiesBulk,
  input: bulkInput,
  encode: ({ rows }, { log }) => ({ entities: rows.map((row, index) => encodeRow(row, index, log)) }),
  decode: decodeBulkSummary,
}

function encodeRow(row: BulkEntityInput, index: number, log: QuirkLog): unknown {
  const countryCode = encodeCountry(row.countryCode, log, ['rows', index, 'countryCode'])
  // A bulk request has all tags in one comma-separated string (specification: POST /v1/entities/bulk, tags).
  const tags = row.tags?.length ? row.tags.join(',') : undefined
  const { type } = row
  if (type === 'organization')
    return { name: row.name, type, countryCode, registration: row.registration, tags }
  const { firstName, lastName } = row
  return {
    name: toFullName(row),
    type,
    countryCode,
    tags,
    first_name: firstName,
    last_name: lastName,
    nationality: encodeCountry(row.nationality, log, ['rows', index, 'nationality']),
    birth_date: row.birthDate,
    national_id: row.nationalId,
  }
}
