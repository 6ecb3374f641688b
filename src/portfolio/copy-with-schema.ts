import type * as z from 'zod/mini'
import { copyFields } from '../shared/copy.ts'
import { isRecord } from '../shared/json.ts'
import { assertInput, guardInput } from '../transport/check-input.ts'

/**
 * Copies an input, because the caller may change it after the call. Reads each field that the schema describes once.
 *
 * @throws InputValidationError if a field cannot be read.
 */
export function copyWithSchema<Input>(operation: string, schema: z.ZodMiniType, input: Input): Input
export function copyWithSchema(operation: string, schema: z.ZodMiniType, input: unknown): unknown {
  return guardInput(operation, () => copyValue(schema, input))
}

/**
 * Copies an input, and checks the copy against the schema.
 *
 * @throws InputValidationError with all issues, if the copy is invalid.
 */
export function checkCopy<Input>(operation: string, schema: z.ZodMiniType, input: Input): Input {
  return assertInput(operation, schema, copyWithSchema(operation, schema, input))
}

/**
 * Copies the objects and lists that the schema describes. Functions, signals, streams and journals are not copied. The type of
 * a schema is read from its definition, because importing zod's classes would add all of zod to a bundle.
 */
function copyValue(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return copyValue(def.innerType, value)
    case 'array':
      return Array.isArray(value) ? Array.from(value, item => copyValue(def.element, item)) : value
    case 'record':
      return isRecord(value) ? mapFields(value, (_, field) => copyValue(def.valueType, field)) : value
    case 'union':
      return def.options.reduce((copy, option) => copyValue(option, copy), value)
    case 'object': {
      const { shape } = def
      const copy = copyFields(value, Object.keys(shape))
      // Without its copy, validation could not name a promise.
      if (!isRecord(copy) || copy instanceof Promise) return copy
      return mapFields(copy, (name, field) => {
        const fieldSchema = Object.hasOwn(shape, name) ? shape[name] : undefined
        return fieldSchema === undefined ? field : copyValue(fieldSchema, field)
      })
    }
    default:
      return value
  }
}

function mapFields(record: object, mapField: (name: string, field: unknown) => unknown): unknown {
  return Object.fromEntries(Object.entries(record).map(([name, field]) => [name, mapField(name, field)]))
}
