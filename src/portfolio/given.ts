import * as z from 'zod/mini'
import type { Issue } from '../contract/issues.ts'
import { invalidInput } from '../transport/make-error.ts'
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

/** A browser has no files, and does not load what opens them. A dry run only looks: whoever has the journal keeps it. */
export async function openJournal(
  given: ImportOptions['journal'],
  isDry = false,
): Promise<Exclude<typeof given, string>> {
  if (typeof given !== 'string') return given
  const { openJournalFile, peekJournalFile } = await import('./journal/file.ts')
  if (!isDry) return openJournalFile(given)
  const glance = await peekJournalFile(given)
  return { read: async () => glance?.lines ?? [], append: async () => {} }
}

/** Whether it has items, now or one by one; a text has letters, and is none of these. */
export function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
  )
}

/** @throws InputValidationError always: what was given to an import is wrong. */
export function refuse(field: string, message: string): never {
  return refuseAll([{ path: field.split('.'), message }])
}

export function refuseAll(issues: readonly Issue[]): never {
  throw invalidInput('importPortfolio', issues)
}
