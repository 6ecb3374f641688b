import { entityRecord } from '../../src/contract/entity.ts'
import { isRecord, type JsonRecord } from '../../src/shared/json.ts'
import type { Exchange } from './exchange.ts'

interface BodyArray {
  /** The names of the members that contain the array, such as `data.results`; `bare` if the body itself is the array. */
  readonly path: string
  readonly items: readonly unknown[]
}

/** Yields the arrays of a body at a depth of at most two members. Arrays in `data` and `results` come first. */
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

/** The paths at which an empty array counts as the list of entities. */
const emptyListPath = /^(?:bare|(?:data|results)(?:\.\w+)?|entities)$/

/** The fields that distinguish an entity from other objects with an `id` and a `name`. */
const distinctiveFields = Object.keys(entityRecord.shape).filter(name => !['id', 'name'].includes(name))

function isEntity(item: unknown): boolean {
  return isRecord(item) && 'id' in item && 'name' in item && distinctiveFields.some(name => name in item)
}

/**
 * Finds the list of entities in a body: an array with an object that has `id`, `name` and another field of an entity, in any
 * envelope; or else an empty array at the top, below `data` or `results`, or in `entities`. This check distinguishes the
 * service from other servers. One valid object is enough: an invalid entity beside it is a deviation of the service.
 */
export function findEntityList(body: unknown): BodyArray | null {
  const arrays = [...walkArrays(body)]
  const isEmptyList = ({ path, items }: BodyArray) => items.length === 0 && emptyListPath.test(path)
  return arrays.find(({ items }) => items.some(isEntity)) ?? arrays.find(isEmptyList) ?? null
}

/** Maximum number of entities of a list that are evaluated. */
const maxJudgedEntities = 50

export function extractEntities(
  exchange: Exchange | undefined,
  maxCount = maxJudgedEntities,
): readonly JsonRecord[] {
  return (findEntityList(exchange?.body)?.items ?? []).filter(isRecord).slice(0, maxCount)
}

/** Returns the object in a response body, with or without an envelope around it. */
export function unwrapData({ body }: Exchange): JsonRecord | null {
  if (!isRecord(body)) return null
  return isRecord(body.data) ? body.data : body
}
