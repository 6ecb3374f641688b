import { isRecord, type JsonRecord } from '../../src/shared/json.ts'
import type { Exchange } from './exchange.ts'

interface BodyArray {
  /** The names of the members around it, such as `data.results`; `bare` for a body that is an array. */
  readonly path: string
  readonly items: readonly unknown[]
}

/** The arrays of a body within two levels of members, those of `data` and `results` first. */
function* walkArrays(body: unknown, parents: readonly string[] = []): Generator<BodyArray> {
  if (Array.isArray(body)) yield { path: parents.join('.') || 'bare', items: body }
  if (!isRecord(body) || parents.length === 2) return
  for (const name of new Set(['data', 'results', ...Object.keys(body)]))
    yield* walkArrays(body[name], [...parents, name])
}

/** Finds the first array of a body. */
export function findArray(body: unknown): BodyArray | null {
  return walkArrays(body).next().value ?? null
}

/**
 * Finds the list of entities in a body: an array with an object that has `id` and `name`, or else an empty array. In any envelope,
 * it distinguishes the service from other servers. One object is enough: a broken entity beside it is a deviation.
 */
export function findEntityList(body: unknown): BodyArray | null {
  const arrays = [...walkArrays(body)]
  const isEntity = (item: unknown) => isRecord(item) && 'id' in item && 'name' in item
  return (
    arrays.find(({ items }) => items.some(isEntity)) ?? arrays.find(({ items }) => items.length === 0) ?? null
  )
}

/** Maximum number of entities of a list that are judged. */
const maxJudgedEntities = 50

export function extractEntities(
  exchange: Exchange | undefined,
  maxCount = maxJudgedEntities,
): readonly JsonRecord[] {
  return (findEntityList(exchange?.body)?.items ?? []).filter(isRecord).slice(0, maxCount)
}

/** Returns the object of a response, alone or within an envelope. */
export function unwrapData({ body }: Exchange): JsonRecord | null {
  if (!isRecord(body)) return null
  return isRecord(body.data) ? body.data : body
}
