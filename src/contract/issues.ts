import type * as z from 'zod/mini'

/**
 * An invalid field: its path, and a message about the allowed values. Does not contain the field's value,
 * which may be personal data, unless it is an ambiguous country name.
 *
 * @example
 * const issue: Issue = { path: ['rows', 3, 'countryCode'], message: 'must be a string' }
 */
export type Issue = {
  /**
   * The path from the root to the invalid value, such as `['rows', 3, 'countryCode']`; empty if the root
   * itself is invalid.
   */
  readonly path: readonly (string | number)[]
  /** The requirement that the value does not meet, such as "must be a string". */
  readonly message: string
  /** If the journal of an import belongs to another import: in what the two differ. No other issue has a code. */
  readonly code?: 'other_source' | 'other_team' | 'other_service' | undefined
}

/** A difference between a body and its schema. */
export interface Drift extends Omit<Issue, 'code'> {
  /** The expected value, such as `a string`. */
  readonly expected: string
  /** The kind of the actual value: `string`, `number`, `boolean`, `null`, `array`, `object`, or `nothing`. */
  readonly found: string
}

/** Thrown if a body lacks the main result of its operation, such as the identifier of a created entity. */
export class UnreadableBody extends Error {
  readonly issue: Issue

  constructor(path: Issue['path'], message: string) {
    super(`${formatPath(path, 'the body')} ${message}`)
    this.issue = { path, message }
  }
}

const unawaited = 'is a Promise: await it'

/**
 * Creates the issue of an invalid value. A promise, or each promise in a list, has another message, because it is the result of
 * a call that was not awaited.
 */
export function createValueIssues(path: Issue['path'], value: unknown, requirement: string): Issue[] {
  if (value instanceof Promise) return [{ path, message: unawaited }]
  const members: readonly unknown[] = Array.isArray(value) ? value : []
  const promises = members.flatMap((member, index) =>
    member instanceof Promise ? { path: [...path, index], message: unawaited } : [],
  )
  return promises.length > 0 ? promises : [{ path, message: requirement }]
}

/** Creates an issue for each promise on the paths of zod's issues. */
function describePromises(issues: readonly z.core.$ZodIssue[], input: unknown): Issue[] {
  const byPath = new Map<string, Issue>()
  for (const { path } of issues)
    for (let length = 0; length <= path.length; length += 1) {
      const start = toIssuePath(path.slice(0, length))
      if (valueAt(input, start) instanceof Promise)
        byPath.set(start.join(), { path: start, message: unawaited })
    }
  return [...byPath.values()]
}

const toIssuePath = (path: readonly PropertyKey[]) =>
  path.map(key => (typeof key === 'number' ? key : String(key)))

const fieldsMark = 'fields: '

/**
 * Options for `safeParse`. Each issue about an unknown field then contains the schema's field names, so that
 * {@link describeIssues} can suggest a name.
 */
export const namingFields: z.core.ParseContext<z.core.$ZodIssue> = {
  error({ code, inst }) {
    const def = code === 'unrecognized_keys' && inst?._zod.def
    return def && 'shape' in def ? fieldsMark + Object.keys(Object(def.shape)) : undefined
  },
}

const notADate = 'must be a string such as 1973-05-21, not a Date, whose day depends on the time zone'
/** The beginning of the message about an unknown field. */
export const notAField = 'is not a field here'

/** Lists the fields that an object may have, for the message about an unknown field. */
export function listFields(_unknownName: string, fields: readonly string[]): string {
  return fields.length > 0 ? `: there are ${fields.join(', ')}` : ''
}

/** Whether an issue is about an unknown field. */
export function isUnknownField({ message }: Issue): boolean {
  return message.startsWith(notAField)
}

/**
 * Converts zod's issues to messages about the allowed values. The messages do not quote the actual value, except for an
 * ambiguous country name. If a promise was passed, only the promise is an issue, because the others follow from it.
 */
export function describeIssues(
  error: z.core.$ZodError,
  input: unknown,
  describeUnknown = listFields,
): Issue[] {
  const promises = describePromises(error.issues, input)
  if (promises.length > 0) return promises
  return error.issues.flatMap(issue => {
    const path = toIssuePath(issue.path)
    if (issue.code === 'unrecognized_keys') {
      const fields = issue.message.startsWith(fieldsMark)
        ? issue.message.slice(fieldsMark.length).split(',')
        : []
      return issue.keys.map(key => ({
        path: [...path, key],
        message: notAField + describeUnknown(key, fields),
      }))
    }
    const value = valueAt(input, path)
    if (issue.code === 'invalid_type' && value instanceof Date) return [{ path, message: notADate }]
    const missing = issue.path.length > 0 && value === undefined
    return [{ path, message: (missing ? 'is required and ' : '') + describeZodIssue(issue) }]
  })
}

/**
 * Converts zod's issues in the same way as {@link describeIssues}, and adds the expected and the actual kind
 * of each value.
 */
export function describeDrifts(error: z.core.$ZodError, body: unknown): Drift[] {
  return describeIssues(error, body).map(({ path, message }) => ({
    path,
    message,
    expected: message.replace(/^(is required and )?must be /, ''),
    found: jsonTypeOf(valueAt(body, path)),
  }))
}

export function jsonTypeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Formats a path, such as `rows[3].countryCode`. Returns the argument `root` for an empty path. */
function formatPath(path: readonly (string | number)[], root: string): string {
  if (path.length === 0) return root
  return path
    .map((key, index) =>
      typeof key === 'number' ? `[${key}]` : index > 0 ? `.${quoteKey(key)}` : quoteKey(key),
    )
    .join('')
}

/** Quotes an unusual key, because the name of a field may contain any character, including line breaks. */
export function quoteKey(key: string): string {
  return /^[\w$-]{1,80}$/.test(key) ? key : JSON.stringify(key.slice(0, 80))
}

/** The maximum number of issues in one message. A bulk request may have a thousand invalid rows. */
const maxFormattedIssues = 20

/** Formats issues as one sentence: "name must be a string; type must be one of …". */
export function formatIssues(issues: readonly Issue[], root: string): string {
  const sentences = issues
    .slice(0, maxFormattedIssues)
    .map(issue => `${formatPath(issue.path, root)} ${issue.message}`)
  const more = issues.length - sentences.length
  return (more > 0 ? [...sentences, `and ${more} more`] : sentences).join('; ')
}

function describeZodIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}`
    case 'invalid_value':
      return `must be ${listValues(issue.values)}`
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be ${listValues(issue.options)}`
        : issue.message
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'greater than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    default:
      return issue.message
  }
}

function listValues(values: readonly unknown[]): string {
  const quoted = values.map(value => JSON.stringify(value))
  return quoted.length > 1 ? `one of ${quoted.join(', ')}` : (quoted[0] ?? 'one of the allowed shapes')
}

function withArticle(kind: string): string {
  if (kind === 'int') return 'a whole number'
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`
}

/** Returns the value at a path; undefined if there is no value. */
export function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    input,
  )
}
