import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import { maximumBulkRows } from '../contract/values.ts'
import { tag } from '../model/bulk.ts'
import { countryInput } from '../model/inputs.ts'
import { type CallbackLimits, CallbackTimeoutError, runCallback } from '../pacing/run-callback.ts'
import { asError } from '../pacing/stop-controller.ts'
import { isRecord } from '../shared/json.ts'
import { invalidInput } from '../transport/create-error.ts'
import { InputValidationError } from '../transport/errors/InputValidationError.ts'
import { hasMethods } from '../transport/options/resolve.ts'
import { type Journal, mainJournal } from './journal/journal.ts'
import { type LimitedJournal, limitJournal } from './journal/limit-journal.ts'
import { sqliteJournals } from './journal/sqlite-journals.ts'
import { functionOption, must, signalOption, span } from './option-schemas.ts'
import type { ImportOptions } from './options.ts'
import { isTypeWord, typeAllowed } from './rows/read-row.ts'
import { importFields } from './source/columns.ts'

/** The client that importing and rescanning are given; it may come from another copy of the package. */
export const givenClient = must(value => 'entities' in Object(value), 'must be an EntityScreening')

/** How long nothing but failures may come, in milliseconds. */
export const defaultGiveUpAfter = 300_000

/** Requests under way at a time. */
export const concurrency = z.optional(from1(16))

/** Where an import or a watch keeps what it has done. */
export const givenJournal = z.optional(
  must(
    value => (typeof value === 'string' ? value.trim() !== '' : hasMethods(value, 'read', 'append')),
    'must be the name of a file, or have the methods read and append',
  ),
)

const reading = {
  columns: z.optional(
    z.strictObject(Object.fromEntries(importFields.map(field => [field, z.optional(z.nullable(text))]))),
  ),
  defaults: z.optional(
    z.strictObject({
      type: z.optional(z.string().check(z.refine(isTypeWord, { error: typeAllowed }))),
      countryCode: z.optional(countryInput),
      tags: z.optional(z.array(tag)),
    }),
  ),
}

const options = z.strictObject({
  ...reading,
  batchSize: z.optional(from1(maximumBulkRows)),
  concurrency,
  journal: givenJournal,
  partition: z.optional(
    z
      .object({ index: from1(), of: from1() })
      .check(z.refine(({ index, of }) => index <= of, { path: ['index'], error: 'must be from 1 to of' })),
  ),
  dryRun: z.optional(z.boolean()),
  possibleDuplicates: z.optional(z.enum(['skip', 'create'])),
  recheckDelay: span,
  giveUpAfter: span,
  keepProblems: z.optional(z.int().check(z.nonnegative())),
  signal: signalOption,
  onProgress: functionOption,
  onProblem: functionOption,
})

const source = must(
  isSource,
  'must be CSV text of more than one line, a file as { file }, a Blob, bytes, a stream, or rows that can be iterated',
)

export const importInput = z.strictObject({ client: givenClient, source, options })

export const partitionInput = z.strictObject({ source, of: from1(1000), options: z.strictObject(reading) })

function from1(most = Number.MAX_SAFE_INTEGER) {
  return z.int().check(z.minimum(1), z.maximum(most))
}

function isSource(value: unknown): boolean {
  if (typeof value === 'string') return /[\n\r]/.test(value)
  const given: object = Object(value)
  if (Symbol.iterator in given || Symbol.asyncIterator in given) return true
  if (given instanceof Blob || given instanceof ReadableStream) return true
  return isRecord(value) && typeof value.file === 'string'
}

/** A dry run only reads: the holder of the journal keeps it. */
export async function openJournal(
  given: ImportOptions['journal'],
  limits: CallbackLimits,
  name = mainJournal,
  isDry = false,
): Promise<LimitedJournal | undefined> {
  if (given === undefined) return undefined
  if (typeof given !== 'string') return limitJournal(given, limits)
  return limitJournal(await runCallback('the journal', () => openFile(given, name, isDry), limits), limits)
}

async function openFile(file: string, name: string, isDry: boolean): Promise<Journal> {
  const journals = sqliteJournals(file)
  if (!isDry) return journals.open(name)
  const glance = await journals.inspect(name)
  return { read: async () => glance?.lines ?? [], append: async () => {} }
}

/** What cannot be read is a wrong input of the function that was called, unless that was ended. */
export async function readable<Value>(
  operation: string,
  field: 'journal' | 'source',
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CallbackTimeoutError && error.isAborted) throw error
    const { message } = asError(error)
    const why = field === 'source' ? `cannot be read: ${message}` : message
    const issues = InputValidationError.is(error) ? error.issues : [{ path: [field], message: why }]
    throw invalidInput(operation, issues)
  }
}

/** @throws InputValidationError always: what was given to an import is wrong. */
export function refuse(field: string, message: string): never {
  throw invalidInput('importPortfolio', [{ path: [field], message }])
}
