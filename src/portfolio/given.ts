import * as z from 'zod/mini'
import type { Issue } from '../contract/issues.ts'
import { asError } from '../pacing/stop-controller.ts'
import { invalidInput } from '../transport/create-error.ts'
import { InputValidationError } from '../transport/errors/InputValidationError.ts'
import { hasMethods } from '../transport/options/checks.ts'
import type { ImportOptions } from './options.ts'

/** The client that importing and rescanning are given; it may come from another copy of the package. */
export const givenClient = z.unknown().check(
  z.refine(value => typeof value === 'object' && value !== null && 'entities' in value, {
    error: 'must be an EntityScreening',
  }),
)

/** Requests under way at a time. */
export const concurrency = z.optional(z.int().check(z.minimum(1), z.maximum(16)))

/** Where an import or a watch keeps what it has done. */
export const givenJournal = z.optional(
  z
    .unknown()
    .check(z.refine(isJournal, { error: 'must be the name of a file, or have the methods read and append' })),
)

function isJournal(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : hasMethods(value, 'read', 'append')
}

/** A browser has no files, and does not load what opens them. A dry run only reads: the holder of the journal keeps it. */
export async function openJournal(
  given: ImportOptions['journal'],
  { name, isDry = false }: { name?: string | undefined; isDry?: boolean | undefined } = {},
): Promise<Exclude<typeof given, string>> {
  if (typeof given !== 'string') return given
  const { openJournalFile, inspectJournalFile } = await import('./journal/sqlite.ts')
  if (!isDry) return openJournalFile(given, name)
  const glance = await inspectJournalFile(given, name)
  return { read: async () => glance?.lines ?? [], append: async () => {} }
}

/** Whether it has items, now or one by one; a text has letters, and is none of these. */
export function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
  )
}

/** What cannot be read is a wrong input of the function that was called. */
export async function readable<Value>(
  operation: string,
  field: 'journal' | 'source',
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (InputValidationError.is(error)) throw invalidInput(operation, error.issues)
    throw invalidInput(operation, [{ path: [field], message: whyUnreadable(field, error) }])
  }
}

function whyUnreadable(field: string, error: unknown): string {
  const { message } = asError(error)
  return field === 'source' ? `cannot be read: ${message}` : message
}

/** @throws InputValidationError always: what was given to an import is wrong. */
export function refuse(field: string, message: string): never {
  return refuseAll([{ path: [field], message }])
}

export function refuseAll(issues: readonly Issue[]): never {
  throw invalidInput('importPortfolio', issues)
}
