import type * as z from 'zod/mini'
import { decodeJson, isRecord, uniqueByJson } from '../shared/json.ts'
import type { QuirkLog } from './log.ts'
import { doubtful, isBlank, noUnknownFields, type QuirkCode, type UnknownFields } from './reading.ts'
import {
  type AllOtherNames,
  type Finished,
  type Line,
  type Lines,
  linesOf,
  type Make,
  type Meaning,
  type Reader,
  type RecordReader,
} from './table.ts'

/** A name of the wire, with what one body has needed under it. */
interface Met extends Meaning {
  readonly name: string
  readonly counters: Partial<Record<QuirkCode, ReturnType<QuirkLog['report']>>>
}

/** One of several spellings of a field, with what stands under it. */
type Said = { readonly one: Met; readonly value: unknown }

/** Names that are remembered: a body may have a new one in each record. */
const mostNames = 1000

/** How the records of one kind are read: makes the reader of a body. */
export type Table<Model> = (log: QuirkLog) => RecordReader<Model>

/** What every record has. */
type Kept = {
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** What a table makes, with the comments of its lines. @hidden */
export type RecordOf<Made> =
  Made extends Table<infer Model>
    ? { [Name in keyof Model as Exclude<Name, keyof Kept>]: Model[Name] } & Kept
    : never

/**
 * Makes a table. The compiler holds it against the names of the schema and the type of the vocabulary.
 *
 * @param make - Is called for each record, and asks for the same fields in the same order each time.
 * @param finish - Fills in what is concluded from several fields.
 */
export function tableOf<Schema extends z.ZodMiniObject, Model extends object>(
  schema: Schema,
  make: Make<Schema, Model>,
  finish: (model: Model, facts: Finished) => void = () => {},
  otherNames: AllOtherNames<Schema> = {},
): Table<Model> {
  const lines = linesOf(schema, make, otherNames)
  const readers = new WeakMap<QuirkLog, RecordReader<Model>>()
  return log => {
    // Each field comes in the order in which it was asked for, from its own reader.
    const reader = readers.get(log) ?? createReader(lines, make as MakeAnew<Model>, finish, log)
    readers.set(log, reader)
    return reader
  }
}

type MakeAnew<Model> = (take: () => unknown, rest: () => UnknownFields) => Model

/** Null may come as JSON text, as a list of hits may (specification: Network, rule). */
function isNothing(value: unknown): boolean {
  return isBlank(value) || value === 'null'
}

/** Goes over each record once, and again over fields that came under several names. */
function createReader<Model extends object>(
  { targets, lines, meaningOf }: Lines,
  make: MakeAnew<Model>,
  finish: (model: Model, facts: Finished) => void,
  log: QuirkLog,
): RecordReader<Model> {
  const known = new Map<string, Met>()
  const required = lines.filter(({ isRequired }) => isRequired).length
  /** The names of the last record, in its order. */
  const order: Met[] = []
  // Of the record that is being read. No record holds another of its kind.
  /** What stands under each line, by its index, and the name that it came by; none for what has been read already. */
  const values: unknown[] = lines.map(() => undefined)
  const names: (Met | undefined)[] = lines.map(() => undefined)
  /** Lines that came under several names. */
  const doubles = new Set<Line>()
  /** What goes to the unknown fields. */
  const left: (readonly [name: string, value: unknown])[] = []
  /** The place of the next field of the vocabulary. */
  let next = 0
  /** The name that is told of what its value needs; none while a value is only looked at. */
  let told: Met | undefined
  let isUnreadable = false
  const here = {
    log,
    path: [] as readonly (string | number)[],
    field: '',
    isForeign: false,
    note<Value>(code: QuirkCode, value: Value): Value {
      if (told !== undefined) count(told, code)
      isUnreadable ||= code === 'unreadable'
      return value
    },
    shows: (wire: string) => lines.some(line => line.wire === wire && !isNothing(values[line.index])),
  }

  return (given, path) => {
    const value = decodeJson(given)
    here.path = path
    here.isForeign = given !== undefined && !isRecord(value)
    values.fill(undefined)
    // An engine takes its time to empty what is empty.
    if (left.length > 0) left.length = 0
    next = 0
    if (here.isForeign) {
      log.report('unreadable', path)
      left.push(['value', given])
    } else if (value !== given) log.report('json_encoded', path)
    findLines(isRecord(value) ? value : noUnknownFields)
    const model = make(take, rest)
    finish(model, here)
    return model
  }

  function findLines(record: UnknownFields): void {
    let promised = 0
    let at = 0
    for (const name in record) {
      let one = order[at]
      if (one === undefined || one.name !== name) {
        one = known.get(name) ?? meet(name)
        order[at] = one
      }
      at += 1
      const { line, quirk } = one
      if (quirk !== undefined) count(one, quirk)
      // An engine finds a value fastest here, in the loop over the names.
      const value = record[name]
      if (line === undefined) left.push([name, value])
      else if (values[line.index] !== undefined) doubles.add(line)
      else {
        values[line.index] = value
        names[line.index] = one
        if (line.isRequired) promised += 1
      }
    }
    if (promised < required) log.isInDoubt = true
    if (doubles.size === 0) return
    const all = order.slice(0, at).map(one => ({ one, value: record[one.name] }))
    for (const line of doubles) {
      const said = all.filter(({ one, value }) => one.line === line && !isBlank(value))
      const [first = all.find(({ one }) => one.line === line), ...others] = said
      if (others.length === 0) put(line, first)
      else if (Array.isArray(line.empty)) join(line, said)
      else agree(line, said)
    }
    doubles.clear()
  }

  function meet(name: string): Met {
    const { line, quirk, isAlias } = meaningOf(name)
    // All of one shape, which an engine reads fastest.
    const one = { name, line, quirk, isAlias, counters: {} }
    if (known.size < mostNames) known.set(name, one)
    return one
  }

  function count({ name, counters }: Met, code: QuirkCode): void {
    const counter = counters[code]
    if (counter === undefined) counters[code] = log.report(code, here.path, name)
    else counter.count += 1
    if (doubtful.has(code)) log.isInDoubt = true
  }

  /** The value of the next field of the vocabulary. */
  function take(): unknown {
    const target = targets[next]
    next += 1
    if (target === undefined) return undefined
    const { line, read } = target
    const given = values[line.index]
    const one = names[line.index]
    if (given === undefined || one === undefined) return given ?? read(undefined, here)
    if (given === null) log.isInDoubt = true
    // Of two fields that are read from one, the first tells of it.
    return readAs(one, read, given, read === line.read)
  }

  function readAs(one: Met, read: Reader<unknown>, given: unknown, isTold: boolean): unknown {
    told = isTold ? one : undefined
    here.field = one.name
    isUnreadable = false
    const value = read(given, here)
    if (isUnreadable && isTold) left.push([one.name, given])
    return value
  }

  function rest(): UnknownFields {
    return left.length > 0 ? Object.fromEntries(left) : noUnknownFields
  }

  function put({ index }: Line, said: Said | undefined): void {
    values[index] = said?.value
    names[index] = said?.one
  }

  /** Spellings of a list: all that stands in one of them. An empty one takes nothing away. */
  function join(line: Line, said: readonly Said[]): void {
    const entries = said.flatMap(({ one, value }) => readAs(one, line.read, value, true))
    values[line.index] = uniqueByJson(entries)
    names[line.index] = undefined
    log.report('both_names', here.path, line.wire)
  }

  /** Spellings of one value. Those that contradict each other once they are read are not believed; an alias gives way. */
  function agree(line: Line, said: readonly Said[]): void {
    const read = said.map(({ one, value }) => {
      const made = JSON.stringify(readAs(one, line.read, value, false))
      return { one, value, made: isUnreadable || made === 'null' ? undefined : made }
    })
    const readable = read.filter(({ made }) => made !== undefined)
    const own = readable.filter(({ one }) => !one.isAlias)
    const [first, ...rivals] = own.length > 0 ? own : readable
    const isContradicted = rivals.some(({ made }) => made !== first?.made)
    put(line, isContradicted ? undefined : first)
    for (const { one, value, made } of read) {
      if (made !== undefined && made === first?.made && !isContradicted) continue
      left.push([one.name, value])
      log.report('unreadable', here.path, one.name)
      if (isContradicted) log.drift([...here.path, one.name], 'given once', value)
    }
  }
}
