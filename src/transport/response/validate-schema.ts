import type { Endpoint } from '../../contract/endpoints.ts'
import { describeDrifts } from '../../contract/issues.ts'
import type { Path, QuirkLog } from '../../reading/quirk-log.ts'
import { isRecord } from '../../shared/json.ts'
import type { Context } from '../context.ts'

/**
 * Validates a body against the schema if the reader found a deviation. Logs each deviation from the specification (drift), up to
 * the log's maximum.
 */
export function validateBody(context: Context, body: unknown, log: QuirkLog): void {
  if (!consumeSchemaCheck(context, body, log)) return
  // The items of a list are validated one by one, because a schema reports every deviation in every item.
  if (Array.isArray(body) && !('shape' in context.contract.response.def))
    for (const [index, item] of body.entries()) noteItemDrifts(context, item, index, log)
  else noteDrifts(context, body, log, path => path)
}

/** Validates one item of a list in the same way as {@link validateBody}. */
export function validateItem(context: Context, item: unknown, index: number, log: QuirkLog): void {
  if (consumeSchemaCheck(context, [item], log)) noteItemDrifts(context, item, index, log)
}

/** Returns whether a body must be validated, and resets `needsSchemaCheck` in the log. */
function consumeSchemaCheck({ contract, settings }: Context, body: unknown, log: QuirkLog): boolean {
  const { needsSchemaCheck } = log
  log.needsSchemaCheck = false
  return settings.validation !== 'off' && (needsSchemaCheck || !hasShapeOf(contract.response, body))
}

function noteItemDrifts(context: Context, item: unknown, index: number, log: QuirkLog): void {
  if (!log.hasMaxDrifts()) noteDrifts(context, [item], log, path => [index, ...path.slice(1)])
}

/** @param toPath - Converts the path of a deviation to its path in the complete body. */
function noteDrifts({ contract }: Context, body: unknown, log: QuirkLog, toPath: (path: Path) => Path): void {
  const { error } = contract.response.safeParse(body)
  for (const drift of error ? describeDrifts(error, body) : [])
    log.addDrift({ ...drift, path: toPath(drift.path) })
}

/** Whether a body has the top-level fields of a schema. Does not check their values: the reader does that. */
function hasShapeOf(schema: Endpoint['response'], body: unknown): boolean {
  if (!('shape' in schema.def)) return Array.isArray(body)
  return (
    isRecord(body) &&
    (body.success ?? true) === true &&
    Object.keys(Object(schema.def.shape)).every(name => name in body)
  )
}
