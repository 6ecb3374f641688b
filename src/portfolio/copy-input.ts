import * as z from 'zod/mini'
import { copyFields } from '../shared/copy.ts'
import { isRecord } from '../shared/json.ts'
import { check, readInput } from '../transport/check.ts'

/**
 * Copies the data that a caller may change or reuse after the call, reading each field of the schema once.
 *
 * @throws InputValidationError if a field cannot be read.
 */
export function copyInput<Input>(operation: string, schema: z.ZodMiniType, input: Input): Input
export function copyInput(operation: string, schema: z.ZodMiniType, input: unknown): unknown {
  return readInput(operation, () => copyBySchema(schema, input))
}

/**
 * The same, and checks the copy.
 *
 * @throws InputValidationError naming all that is wrong.
 */
export function checkCopy<Input>(operation: string, schema: z.ZodMiniType, input: Input): Input {
  return check(operation, schema, copyInput(operation, schema, input))
}

/** Objects and lists of the schema are data. All else stays the same object: functions, signals, streams, journals. */
function copyBySchema(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.core.$ZodOptional) return copyBySchema(schema._zod.def.innerType, value)
  if (schema instanceof z.core.$ZodArray && Array.isArray(value))
    return Array.from(value, item => copyBySchema(schema._zod.def.element, item))
  if (schema instanceof z.core.$ZodRecord && isRecord(value)) {
    const { valueType } = schema._zod.def
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, copyBySchema(valueType, field)]),
    )
  }
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.reduce((copy, option) => copyBySchema(option, copy), value)
  if (!(schema instanceof z.core.$ZodObject)) return value
  const { shape } = schema._zod.def
  const copy = copyFields(value, Object.keys(shape))
  if (!isRecord(copy)) return copy
  const fields = Object.entries(copy).map(([name, field]) => {
    const fieldSchema = Object.hasOwn(shape, name) ? shape[name] : undefined
    return [name, fieldSchema === undefined ? field : copyBySchema(fieldSchema, field)]
  })
  return Object.fromEntries(fields)
}
