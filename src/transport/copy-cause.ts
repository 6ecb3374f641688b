import { codeOf } from '../shared/errors.ts'
import { isRecord } from '../shared/json.ts'

/** A copy of an error with its name, code and message, and copies of its causes. */
type CauseCopy = Error & { code?: string; errors?: readonly Error[] }

/** Replaces the key in a string. */
type MaskKey = (text: string) => string

/** The maximum number of characters of each string in a copy. */
const maxTextLength = 1000
/** The maximum number of characters of a cause that a message quotes. */
const maxQuoteLength = 200
/** The maximum number of nested causes to copy. A chain of causes may be circular. */
const maxDepth = 8

/**
 * Copies name, code and message of a thrown value and of its causes, with the key masked. Omits everything else, such as the request with
 * its headers.
 */
export function copyCause(thrown: unknown, mask: MaskKey = text => text, depth = 0): CauseCopy | undefined {
  if (thrown === undefined || thrown === null) return undefined
  const copy: CauseCopy = new Error('what was thrown cannot be read')
  // Masks the key before truncating the string, because a truncated key would not be recognized.
  const show = (value: unknown) => mask(String(value)).slice(0, maxTextLength)
  try {
    if (depth > maxDepth) throw copy
    const { name = 'Error', message = '', errors, cause } = isRecord(thrown) ? thrown : { message: thrown }
    // The AggregateError of a failed connection has one error for each address of the host.
    const copies = Array.isArray(errors)
      ? errors.flatMap(error => copyCause(error, mask, depth + 5) ?? [])
      : []
    copy.message = show(
      [message, ...copies.map(error => error.message)].map(String).filter(Boolean).join('; '),
    )
    copy.name = show(name)
    const causeCopy = copyCause(cause, mask, depth + 1)
    if (causeCopy !== undefined) copy.cause = causeCopy
    if (copies.length > 0) copy.errors = copies
    const code = codeOf(thrown)
    if (code !== null) copy.code = show(code)
  } catch {
    // The thrown value cannot be read: it may be a revoked proxy, or have a getter that throws.
    copy.code = 'unreadable'
  }
  copy.stack = `${copy.name}: ${copy.message}`
  return copy
}

/**
 * Returns the message of the innermost cause, because outer messages such as "fetch failed" do not name the
 * problem.
 */
export function innermostMessage(cause: CauseCopy | undefined): string {
  const inner = cause?.cause instanceof Error ? innermostMessage(cause.cause) : ''
  return (
    inner || (cause?.message ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, maxQuoteLength).toWellFormed()
  )
}

/** Returns the system codes of an error and its causes, such as ECONNREFUSED. */
export function codesOf(thrown: unknown): string[] {
  const copy = copyCause(thrown)
  if (copy === undefined) return []
  const codes = copy.code === undefined ? [] : [copy.code]
  return [...codes, ...(copy.errors ?? []).flatMap(codesOf), ...codesOf(copy.cause)]
}
