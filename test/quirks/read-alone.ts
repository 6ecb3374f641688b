import * as z from 'zod/mini'
import { QuirkLog } from '../../src/reading/quirk-log.ts'
import type { FieldReader } from '../../src/reading/read-context.ts'
import { createRecordReader } from '../../src/reading/read-record.ts'
import { noUnknownFields } from '../../src/reading/unknown-fields.ts'

const schema = z.looseObject({ field: z.optional(z.unknown()) })

/** The value that a reader makes of a field, and the quirks that it notes. */
export function readAlone<Value>(read: FieldReader<Value>, input: unknown) {
  const createReader = createRecordReader(schema, (wire, context) => ({
    value: read(wire.field, context, 'field'),
    unknownFields: noUnknownFields,
  }))
  const log = new QuirkLog('listEntities')
  const { value } = createReader(log)({ field: input }, [])
  const quirks = log.reports().flatMap(({ code, count }) => Array.from({ length: count }, () => code))
  return { value, quirks }
}
