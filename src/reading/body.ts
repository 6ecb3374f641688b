import { UnreadableBody } from '../contract/issues.ts'
import { decodeJson, isRecord, uniqueByJson } from '../shared/json.ts'
import { bareLettersOf } from './letters.ts'
import type { Path, QuirkLog } from './quirk-log.ts'
import type { CreateReader, RecordReader } from './read-record.ts'

/** The state that the decoder of a body needs. */
export interface DecodeContext {
  readonly log: QuirkLog
  /** The value of `{id}` in the path of the request. */
  readonly id: string
}

type Decode<Data> = (body: unknown, context: DecodeContext) => Data

/** Reads the data in the envelope of a body. If the body has no envelope, the body itself is the data. */
export function readData<Model>(body: unknown, log: QuirkLog, read: RecordReader<Model>): Model {
  const name = findDataName(body)
  if (isRecord(body) && name !== undefined) return read(body[name], [name])
  log.report('bare_body', [], 'data')
  return read(body, [])
}

/** Creates a decoder for bodies that contain a single record. */
export function createDataDecoder<Model>(createReader: CreateReader<Model>): Decode<Model> {
  return (body, { log }) => readData(body, log, createReader(log))
}

/** Creates a decoder for bodies that are an array, or contain one as `data` or `results`. */
export function createListDecoder<Item>(itemsName: string, createReader: CreateReader<Item>): Decode<Item[]> {
  return (body, { log }) => {
    if (Array.isArray(body)) return readItems(body, [], createReader(log))
    const list = findList(body)
    if (list === undefined) throw new UnreadableBody([], `must hold an array of ${itemsName}`)
    if (isRecord(body) && list.items !== body[list.name]) log.report('json_encoded', [], list.name)
    return readItems(list.items, [list.name], createReader(log))
  }
}

/** Finds the name of the member that contains the data of a body. */
export function findDataName(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  return 'data' in body ? 'data' : Object.keys(body).find(name => bareLettersOf(name) === 'data')
}

/**
 * Finds the member that contains the list. Returns undefined if no member does, or if two members contain
 * different lists, because either list may be incomplete.
 */
export function findList(
  body: unknown,
): { readonly name: string; readonly items: readonly unknown[] } | undefined {
  const lists = Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) => {
    const items = /^(?:data|results)$/.test(bareLettersOf(name)) ? decodeJson(value) : undefined
    return Array.isArray(items) ? [{ name, items }] : []
  })
  const filled = lists.filter(({ items }) => items.length > 0)
  if (filled.length > 1 && uniqueByJson(filled.map(({ items }) => items)).length > 1) return undefined
  return filled[0] ?? lists[0]
}

/** Reads each item of a list. All items share one path array: a reader that keeps the path must copy it. */
export function readItems<Item>(items: readonly unknown[], path: Path, read: RecordReader<Item>): Item[] {
  const itemPath = [...path, 0]
  return items.map((item, index) => {
    itemPath[path.length] = index
    return read(item, itemPath)
  })
}
