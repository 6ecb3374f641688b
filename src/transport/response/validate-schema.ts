import { type Drift, describeDrifts } from '../../contract/issues.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Path, QuirkLog } from '../../reading/quirk-log.ts'
import type { EventLoopYield } from '../../shared/event-loop-yield.ts'
import { isRecord } from '../../shared/json.ts'
import type { Context } from '../context.ts'

/**
 * The maximum number of items to validate at once. The limit is needed because a schema reports every deviation in every item.
 */
const maxPartItems = 1000

/**
 * One part of a body that is too long to validate at once. `body` is a copy in which the first long list contains only the
 * items of this part.
 */
interface BodyPart {
  readonly body: unknown
  /** The path of the long list. */
  readonly path: Path
  /** The index of the first item of the part. */
  readonly start: number
}

/**
 * Validates a body against the schema if the reader found a deviation. Logs each deviation from the specification (drift), up to
 * the log's maximum.
 */
export async function validateBody(
  context: Context,
  body: unknown,
  log: QuirkLog,
  eventLoop: EventLoopYield,
): Promise<void> {
  if (!consumeSchemaCheck(context, body, log)) return
  for (const part of splitLongList(body)) {
    await eventLoop.yieldIfDue()
    if (log.hasMaxDrifts()) return
    noteDrifts(context, part, log)
  }
}

/** Validates one item of a list in the same way as {@link validateBody}. */
export function validateItem(context: Context, item: unknown, index: number, log: QuirkLog): void {
  const isRead = !consumeSchemaCheck(context, [item], log) || log.hasMaxDrifts()
  if (!isRead) noteDrifts(context, { body: [item], path: [], start: index }, log)
}

/** Returns whether a body must be validated, and resets `needsSchemaCheck` in the log. */
function consumeSchemaCheck({ contract, settings }: Context, body: unknown, log: QuirkLog): boolean {
  const { needsSchemaCheck } = log
  log.needsSchemaCheck = false
  return settings.validation !== 'off' && (needsSchemaCheck || !hasShapeOf(contract.response, body))
}

function noteDrifts({ contract }: Context, { body, path, start }: BodyPart, log: QuirkLog): void {
  const { error } = contract.response.safeParse(body)
  const drifts = error ? describeDrifts(error, body) : []
  for (const drift of drifts) {
    const place = toWholePath(drift, path, start)
    if (place !== undefined) log.addDrift({ ...drift, path: place })
  }
}

/**
 * Converts the path of a deviation in one part of a body to the path in the complete body. Returns undefined for a deviation
 * outside the list, unless this is the first part.
 */
function toWholePath({ path }: Drift, listPath: Path, start: number): Path | undefined {
  const index = path[listPath.length]
  const isInList = typeof index === 'number' && listPath.every((key, depth) => path[depth] === key)
  if (!isInList) return start === 0 ? path : undefined
  return [...listPath, index + start, ...path.slice(listPath.length + 1)]
}

function* splitLongList(body: unknown): Generator<BodyPart, void, undefined> {
  const [path, items] = findLongList(body)
  for (let start = 0; start === 0 || start < items.length; start += maxPartItems) {
    const part = items.slice(start, start + maxPartItems)
    yield { body: items.length > maxPartItems ? withList(body, path, part, start > 0) : body, path, start }
  }
}

/** Finds the first list that must be divided: the body itself, one of its members, or a member of its data. */
function findLongList(body: unknown, path: Path = []): [path: Path, items: readonly unknown[]] {
  if (Array.isArray(body)) return [path, body]
  if (!isRecord(body) || path.length === 2) return [path, []]
  for (const name in body) {
    const value = body[name]
    if (typeof value !== 'object') continue
    const [inner, items] = findLongList(value, [...path, name])
    if (items.length > maxPartItems) return [inner, items]
  }
  return [path, []]
}

/**
 * Copies a body and replaces the long list. If `isAlone`, all other lists and objects in the copy are empty, so that deviations
 * in them are not reported twice.
 */
function withList(body: unknown, path: Path, list: readonly unknown[], isAlone: boolean): unknown {
  const [name, ...inner] = path
  if (name === undefined) return list
  const entries = Object.entries(isRecord(body) ? body : {}).map(([key, value]) => {
    if (key === name) return [key, withList(value, inner, list, isAlone)]
    return [key, isAlone ? withoutEntries(value) : value]
  })
  return Object.fromEntries(entries)
}

function withoutEntries(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return isRecord(value) ? {} : value
}

/** Whether a body has the top-level fields of a schema. Does not check their values: the reader does that. */
function hasShapeOf(schema: Operation['response'], body: unknown): boolean {
  if (!('shape' in schema.def)) return Array.isArray(body)
  return (
    isRecord(body) &&
    (body.success ?? true) === true &&
    Object.keys(Object(schema.def.shape)).every(name => name in body)
  )
}
