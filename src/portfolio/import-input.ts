import * as z from 'zod/mini'
import type { Issue } from '../contract/issues.ts'
import { text } from '../contract/text.ts'
import { maxBulkRows } from '../contract/values.ts'
import { countryInput, tag } from '../model/inputs.ts'
import { asError } from '../pacing/stop-controller.ts'
import { isRecord } from '../shared/json.ts'
import { createInputError } from '../transport/create-error.ts'
import { InputValidationError } from '../transport/errors/InputValidationError.ts'
import { hasMethods } from '../transport/options/resolve.ts'
import { createCheck, functionOption, signalOption, spanOption } from './option-schemas.ts'
import { isTypeWord, typeMessage } from './rows/read-type.ts'
import { importFields, joinableFields } from './source/columns.ts'

/**
 * Recognizes a client by its property `entities`, because `instanceof` fails if the client comes from another copy of the
 * package.
 */
export const clientInput = createCheck(value => 'entities' in Object(value), 'must be an EntityScreening')

/** The default of `giveUpAfter`: milliseconds after which an import, a rescan or a watch stops if all requests fail. */
export const defaultGiveUpAfter = 300_000

export const concurrency = z.optional(countInput(16))

export const journalInput = z.optional(
  createCheck(
    value => (typeof value === 'string' ? value.trim() !== '' : hasMethods(value, 'read', 'append')),
    'must be the name of a file, or have the methods read and append',
  ),
)

/** The name of a column, or of several columns. */
const columnList = createCheck(
  value =>
    (Array.isArray(value) ? value : [value]).every(name => text.safeParse(name).success) &&
    !(Array.isArray(value) && value.length === 0),
  'must be the name of a column, or a list of names',
)

const readingOptions = {
  encoding: z.optional(
    z.string().check(z.refine(isEncoding, { error: 'must be a label of TextDecoder, such as windows-1252' })),
  ),
  dateOrder: z.optional(z.enum(['dmy', 'mdy'])),
  headerLine: z.optional(countInput()),
  nameOrder: z.optional(z.enum(['first_last', 'last_first'])),
  unreadableFields: z.optional(z.enum(['refuse', 'omit'])),
  columns: z.optional(
    z.strictObject({
      ...Object.fromEntries(importFields.map(field => [field, z.optional(z.nullable(text))])),
      ...Object.fromEntries(joinableFields.map(field => [field, z.optional(z.nullable(columnList))])),
    }),
  ),
  defaults: z.optional(
    z.strictObject({
      type: z.optional(z.string().check(z.refine(isTypeWord, { error: typeMessage }))),
      countryCode: z.optional(countryInput),
      tags: z.optional(z.array(tag)),
    }),
  ),
}

const options = z.strictObject({
  ...readingOptions,
  batchSize: z.optional(countInput(maxBulkRows)),
  concurrency,
  journal: journalInput,
  partition: z.optional(
    z
      .object({ index: countInput(), of: countInput() })
      .check(z.refine(({ index, of }) => index <= of, { path: ['index'], error: 'must be from 1 to of' })),
  ),
  dryRun: z.optional(z.boolean()),
  onPossibleDuplicate: z.optional(z.enum(['skip', 'create'])),
  recheckDelay: spanOption,
  giveUpAfter: spanOption,
  keepProblems: z.optional(z.int().check(z.nonnegative())),
  signal: signalOption,
  onProgress: functionOption,
  onProblem: functionOption,
  onOmission: functionOption,
})

const source = createCheck(
  isSource,
  'must be CSV text of more than one line, a file as { file }, a Blob, bytes, a stream, or rows that can be iterated',
)

export const importInput = z.strictObject({ client: clientInput, source, options })

export const partitionInput = z.strictObject({
  source,
  of: countInput(1000),
  options: z.strictObject(readingOptions),
})

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

function countInput(most = Number.MAX_SAFE_INTEGER) {
  return z.int().check(z.minimum(1), z.maximum(most))
}

function isSource(value: unknown): boolean {
  if (typeof value === 'string') return /[\n\r]/.test(value)
  const object: object = Object(value)
  if (Symbol.iterator in object || Symbol.asyncIterator in object) return true
  if (object instanceof Blob || object instanceof ReadableStream) return true
  return isRecord(value) && typeof value.file === 'string'
}

/** Runs a function that reads a source or journal. @throws InputValidationError instead of any other error. */
export async function readOrRefuse<Value>(
  operation: string,
  field: 'journal' | 'state' | 'source',
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    const { message } = asError(error)
    const why = field === 'source' ? `cannot be read: ${message}` : message
    const issues = InputValidationError.is(error) ? error.issues : [{ path: [field], message: why }]
    throw createInputError(operation, issues)
  }
}

/** Refuses an import because of a field. @throws InputValidationError always. */
export function refuseImport(field: string, message: string): never {
  throw createInputError('importPortfolio', [{ path: [field], message }])
}

/** Refuses an import because its journal belongs to another one. @throws InputValidationError always. */
export function refuseJournal(code: Issue['code'], message: string): never {
  throw createInputError('importPortfolio', [{ path: ['journal'], message, code }])
}
