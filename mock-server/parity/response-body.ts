import { entityRecord } from '../../src/contract/entity.ts'
import { findDataName, findList } from '../../src/reading/body.ts'
import { bareLettersOf, lettersOf } from '../../src/reading/letters.ts'
import { decodeJson, isRecord, type JsonRecord } from '../../src/shared/json.ts'
import { decodeItem, type ItemSubject, readSubject } from '../fixtures/read-item.ts'
import type { Exchange } from './exchange.ts'

export interface BodyArray {
  /** The names of the members that contain the array, such as `data.results`; `bare` if the body itself is the array. */
  readonly path: string
  readonly items: readonly unknown[]
}

/** Whether a member of a body may contain the list, as the client reads it. */
function isListName(name: string): boolean {
  return /^(?:data|results)$/.test(bareLettersOf(name))
}

/** Yields the arrays of a body at a depth of at most two members. Arrays in `data` and `results` come first. */
function* walkArrays(body: unknown, parents: readonly string[] = []): Generator<BodyArray> {
  const value = decodeJson(body)
  if (Array.isArray(value)) yield { path: parents.join('.') || 'bare', items: value }
  if (!isRecord(value) || parents.length === 2) return
  const names = Object.keys(value)
  for (const name of new Set([...names.filter(isListName), ...names]))
    yield* walkArrays(value[name], [...parents, name])
}

/** Finds the first array of a body. */
export function findArray(body: unknown): BodyArray | null {
  return walkArrays(body).next().value ?? null
}

/** The paths at which an empty array counts as the list of entities. */
const emptyListPath = /^(?:bare|(?:data|results)(?:\.\w+)?|entities)$/i

/** The letters of the fields that distinguish an entity from other objects with an `id` and a `name`. */
const distinctiveLetters = new Set(
  Object.keys(entityRecord.shape)
    .filter(name => !['id', 'name'].includes(name))
    .map(lettersOf),
)

function isEntity(item: unknown): boolean {
  const { id, name } = readSubject(item)
  const names = Object.keys(decodeItem(item))
  return id !== '' && name !== '' && names.some(name => distinctiveLetters.has(lettersOf(name)))
}

/**
 * Finds the list of entities in a body: an array with an object in which the client reads an id, a name and another field of an
 * entity, in any envelope; or else an empty array at the top, below `data` or `results`, or in `entities`. This check distinguishes
 * the service from other servers. One valid object is enough: an invalid entity beside it is a deviation of the service.
 */
export function findEntityList(body: unknown): BodyArray | null {
  const arrays = [...walkArrays(body)]
  const isEmptyList = ({ path, items }: BodyArray) => items.length === 0 && emptyListPath.test(path)
  return arrays.find(({ items }) => items.some(isEntity)) ?? arrays.find(isEmptyList) ?? null
}

/** Finds the list in a response that is known to be the service's: the one that the client reads, or else a list in any other place. */
export function findServiceList(body: unknown): BodyArray | null {
  if (Array.isArray(body)) return { path: 'bare', items: body }
  const list = findList(body)
  return list === undefined ? findEntityList(body) : { path: list.name, items: list.items }
}

/** Maximum number of entities of a list that are evaluated. */
const maxJudgedEntities = 50

/** Returns the entities of a list, with the id, name and type that the client reads. Their other fields are unchanged. */
export function extractEntities(
  exchange: Exchange | undefined,
  maxCount = maxJudgedEntities,
): readonly JudgedEntity[] {
  const items = findEntityList(exchange?.body)?.items ?? []
  const records = items.map(item => decodeJson(item)).filter(isRecord)
  return records.slice(0, maxCount).map(record => ({ ...record, ...readSubject(record) }))
}

/** Returns the items of a list as they are, also those in which the client reads no id or name. */
export function extractItems(exchange: Exchange | undefined): readonly JsonRecord[] {
  const items = findServiceList(exchange?.body)?.items ?? []
  return items
    .map(item => decodeJson(item))
    .filter(isRecord)
    .slice(0, maxJudgedEntities)
}

export type JudgedEntity = JsonRecord & ItemSubject

/** Returns the object in a response body, with or without an envelope around it. */
export function unwrapData({ body }: Exchange): JsonRecord | null {
  const data = unwrapBody(body)
  if (isRecord(data)) return data
  return isRecord(body) ? body : null
}

/** Returns what the envelope of a body contains; without an envelope, the body itself. */
export function unwrapBody(body: unknown): unknown {
  const name = findDataName(body)
  return decodeJson(isRecord(body) && name !== undefined ? body[name] : body)
}

/** Returns the identifier of the entity in a response, as the client reads it; empty if there is none. */
export function readEntityId(call: Exchange): string {
  return readSubject(unwrapData(call)).id
}

/** Returns the member that the client reads under this name. */
export function findMember(data: JsonRecord, letters: string): unknown {
  const name = Object.keys(data).find(name => bareLettersOf(name) === letters)
  return name === undefined ? undefined : decodeJson(data[name])
}
