import * as z from 'zod/mini'
import { createFieldOrder } from './field-order.ts'
import { isRecord } from './json.ts'

type Test = (value: unknown) => boolean

const isText: Test = value => typeof value === 'string'

/** A test that says yes only to what the schema takes, several times faster than the schema: its reasons are not needed. */
export function createConformance(schema: z.core.$ZodType): Test {
  const { def } = schema._zod
  // What is no plain schema of the wire's own kinds is left to zod.
  if ('checks' in def && Array.isArray(def.checks) && def.checks.length > 0) return () => false
  return testOf(schema as z.core.$ZodTypes)
}

function testOf(schema: z.core.$ZodTypes): Test {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      return isText
    case 'number':
      return value => typeof value === 'number'
    case 'boolean':
      return value => typeof value === 'boolean'
    case 'unknown':
      return () => true
    case 'literal':
      return value => def.values.some(allowed => allowed === value)
    case 'enum': {
      const allowed = new Set<unknown>(Object.values(def.entries))
      return value => allowed.has(value)
    }
    case 'optional':
      // No JSON holds undefined: that the field may be absent is for the object to know.
      return createConformance(def.innerType)
    case 'union': {
      const options = def.options.map(createConformance)
      return value => {
        for (const option of options) if (option(value)) return true
        return false
      }
    }
    case 'array': {
      const element = createConformance(def.element)
      return value => Array.isArray(value) && value.every(element)
    }
    case 'object':
      return objectTest(def)
    default:
      return () => false
  }
}

interface Field {
  readonly test: Test
  /** Nearly every field is text, for which no test has to be called. */
  readonly isText: boolean
  readonly isRequired: boolean
}

function objectTest({ shape, catchall }: z.core.$ZodObjectDef): Test {
  const fields = Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema)] as const)
  const required = fields.filter(([, { isRequired }]) => isRequired).length
  const order = createFieldOrder(fields, { ...fieldOf(catchall ?? z.unknown()), isRequired: false })
  return value => {
    if (!isRecord(value)) return false
    let count = 0
    let met = order.start
    for (const name in value) {
      const given = value[name]
      met = order.after(met, name)
      const { field } = met
      if (field.isText ? typeof given !== 'string' : !field.test(given)) return false
      if (field.isRequired) count += 1
    }
    return count === required
  }
}

function fieldOf(schema: z.core.$ZodType): Field {
  const test = createConformance(schema)
  return { test, isText: test === isText, isRequired: schema._zod.optin !== 'optional' }
}
