import type { OperationName } from '../../src/contract/operations.ts'
import { riskLevels } from '../../src/contract/values.ts'
import { isRecord, type JsonRecord } from '../../src/shared/json.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import { type Exchange, idIn } from './exchange.ts'

/** Exchanges, prepared for the judges. */
export interface Seen {
  /** All but those that say nothing but that the service is busy or failed. */
  readonly exchanges: readonly Exchange[]
  /** With those. */
  readonly all: readonly Exchange[]
  /** Whether it is a recording, whose names have lost their order. */
  readonly isScrubbed: boolean
  /** The first entities of the newest list. */
  readonly entities: readonly JsonRecord[]
  readonly networks: readonly SeenNetwork[]
  /** The calls of operations. */
  calls(...names: readonly OperationName[]): Exchange[]
  /** The calls that succeeded. */
  done(...names: readonly OperationName[]): Exchange[]
  before(call: Exchange): Seen
  after(call: Exchange): Seen
}

export interface SeenNetwork {
  /** The identifier that it was asked for by. */
  readonly id: string
  readonly nodes: JsonRecord
  readonly relations: readonly JsonRecord[]
}

export function seenIn(all: readonly Exchange[], isScrubbed = false): Seen {
  const exchanges = all.filter(isAnswer)
  const calls: Seen['calls'] = (...names) =>
    exchanges.filter(({ operation }) => operation !== null && names.includes(operation))
  const done: Seen['done'] = (...names) => calls(...names).filter(isDone)
  return {
    exchanges,
    all,
    isScrubbed,
    calls,
    done,
    get entities() {
      return entitiesIn(done('listEntities').at(-1))
    },
    get networks() {
      return done('getNetwork').flatMap(call => networkIn(call) ?? [])
    },
    before: call => seenIn(all.slice(0, all.indexOf(call)), isScrubbed),
    after: call => seenIn(all.slice(all.indexOf(call) + 1), isScrubbed),
  }
}

/** Whether a call succeeded: a 2xx with a body that is no JSON, or says that it failed, is none. */
export function isDone({ status, body, text, operation }: Exchange): boolean {
  if (status < 200 || status > 299) return false
  if (operation === 'getHealth' || text === '') return true
  return body !== undefined && !(isRecord(body) && body.success === false)
}

/** Whether a response is an answer of the service, and not a word about its load or its failure. */
function isAnswer({ status }: Exchange): boolean {
  return status < 500 && status !== 429 && status !== 408
}

export function isRefusedKey({ status }: Exchange): boolean {
  return status === 401 || status === 403
}

/** An array in a body, and where it is: alone, or under the name of a member. */
interface ArrayInBody {
  readonly place: string
  readonly items: readonly unknown[]
}

/** The arrays of a body within two levels of members, those of `data` and `results` first. */
function* arraysIn(body: unknown, parents: readonly string[] = []): Generator<ArrayInBody> {
  if (Array.isArray(body)) yield { place: parents.join('.') || 'bare', items: body }
  if (!isRecord(body) || parents.length === 2) return
  for (const name of new Set(['data', 'results', ...Object.keys(body)]))
    yield* arraysIn(body[name], [...parents, name])
}

/** The first array of a body. */
export function arrayIn(body: unknown): ArrayInBody | null {
  return arraysIn(body).next().value ?? null
}

/**
 * The list of entities in a body: an array with an object that has `id` and `name`, or else an empty one. This tells the service
 * from any other server, whatever the list is wrapped in. One object is enough: a broken entity beside it is a deviation.
 */
export function entityListIn(body: unknown): ArrayInBody | null {
  const arrays = [...arraysIn(body)]
  const isEntity = (item: unknown) => isRecord(item) && 'id' in item && 'name' in item
  return (
    arrays.find(({ items }) => items.some(isEntity)) ?? arrays.find(({ items }) => items.length === 0) ?? null
  )
}

/** How many entities of a list are judged. */
const most = 50

export function entitiesIn(exchange: Exchange | undefined, first = most): readonly JsonRecord[] {
  return (entityListIn(exchange?.body)?.items ?? []).filter(isRecord).slice(0, first)
}

/** The object that a response is about, alone or within an envelope. */
export function dataIn({ body }: Exchange): JsonRecord | null {
  if (!isRecord(body)) return null
  return isRecord(body.data) ? body.data : body
}

function networkIn(call: Exchange): SeenNetwork | null {
  const { nodes, relations } = dataIn(call) ?? {}
  if (!isRecord(nodes)) return null
  return { id: idIn(call), nodes, relations: Array.isArray(relations) ? relations.filter(isRecord) : [] }
}

/** What stands in a field that has no text of its own; nothing where it has one. */
export function blanksIn(entity: JsonRecord, field: string): readonly unknown[] {
  if (!(field in entity)) return ['absent']
  const value = entity[field]
  if (typeof value === 'string') return value === '-' || value === '' ? [value] : []
  return [value === null ? value : { found: value }]
}

export function isBlank(entity: JsonRecord, field: string): boolean {
  return blanksIn(entity, field).length > 0
}

/** The level that a label names; `undefined` for one beyond the three. */
export function levelOf({ riskLevel }: JsonRecord): (typeof riskLevels)[number] | undefined {
  return typeof riskLevel === 'string'
    ? riskLevels.find(level => level === normalizeRiskLabel(riskLevel))
    : undefined
}
