import type * as z from 'zod/mini'
import { decoded, isRecord, once } from '../shared/json.ts'
import { lettersOf } from './letters.ts'
import type { Counter, Path, QuirkLog } from './log.ts'
import { doubtful, isBlank, noUnknownFields, type QuirkCode, type UnknownFields } from './reading.ts'
import {
  type AllOtherNames,
  type Finished,
  type Line,
  type Lines,
  linesOf,
  type Make,
  type Place,
  type Reader,
  type RecordReader,
} from './table.ts'

/** A field as it came. */
type Named = readonly [name: string, value: unknown]

/** A name of the wire, with what one body has needed under it. */
interface Met {
  readonly name: string
  /** None for a name that the vocabulary does not know. */
  readonly line: Line | undefined
  /** The quirk that the name itself is. */
  readonly quirk: QuirkCode | undefined
  readonly counters: Partial<Record<QuirkCode, Counter>>
}

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
export type RecordOf<Made> = Made extends Table<infer Model> ? Model & Kept : never

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

/** Reads a record within a record. */
export function nested<Model extends object>(table: Table<Model>): Reader<Model> {
  return (value, { log, path, field }) => table(log)(value ?? undefined, [...path, field])
}

type MakeAnew<Model> = (take: () => unknown, rest: () => UnknownFields) => Model

/**
 * Goes over each record once. One with a name that the specification does not have, or two of one field, is read by the letters of
 * its names.
 */
function createReader<Model extends object>(
  { targets, lines, lineOf, required }: Lines,
  make: MakeAnew<Model>,
  finish: (model: Model, facts: Finished) => void,
  log: QuirkLog,
): RecordReader<Model> {
  const known = new Map<string, Met>()
  for (const line of lines)
    for (const [name, quirk] of line.names) known.set(name, { name, line, quirk, counters: {} })
  const all = (1 << lines.length) - 1
  /** The names of the last record, in its order. */
  const order: Met[] = []
  // Of the record that is being read. No record holds another of its kind.
  let path: Path = []
  /** What stands under each line, by its index, and the name that it came by. */
  const values: unknown[] = lines.map(() => undefined)
  const names: (Met | undefined)[] = lines.map(() => undefined)
  /** What was made of lists that came under several names. */
  const joined = new Map<Line, unknown>()
  /** What goes to the unknown fields. */
  let left: Named[] = []
  /** The place of the next field of the vocabulary. */
  let next = 0
  /** The name whose value is being read; none where another field of the vocabulary has told of it. */
  let met: Met | undefined
  let isUnreadable = false
  const place = {
    log,
    path,
    field: '',
    note<Value>(code: QuirkCode, value: Value): Value {
      if (met !== undefined) count(met, code)
      isUnreadable ||= code === 'unreadable'
      return value
    },
  }
  const facts = {
    log,
    path,
    isForeign: false,
    shows: (name: string) =>
      lines.some(line => line.names.has(name) && (joined.has(line) || !isBlank(values[line.index]))),
  }

  return (given, at) => {
    const value = decoded(given)
    path = at
    place.path = at
    facts.path = at
    next = 0
    if (left.length > 0) left = []
    if (joined.size > 0) joined.clear()
    facts.isForeign = given !== undefined && !isRecord(value)
    if (facts.isForeign) {
      log.report('unreadable', path)
      left.push(['value', given])
    } else if (value !== given) log.report('json_encoded', path)
    const record = isRecord(value) ? value : noUnknownFields
    if (!matchNames(record)) readByLetters(record)
    const model = make(take, rest)
    finish(model, facts)
    return model
  }

  /** Finds the lines of a record; false where names have to be compared by their letters. */
  function matchNames(record: UnknownFields): boolean {
    let had = 0
    let at = 0
    let isOdd = false
    for (const name in record) {
      let one = order[at]
      if (one === undefined || one.name !== name) {
        one = metAs(name)
        if (one === undefined) return false
        order[at] = one
      }
      at += 1
      const { line, quirk } = one
      isOdd ||= line === undefined || quirk !== undefined
      if (line === undefined) continue
      if ((had & line.bit) !== 0) return false
      had |= line.bit
      // An engine finds a value fastest in the loop over the names.
      values[line.index] = record[name]
      names[line.index] = one
    }
    if ((had & required) !== required) log.doubt()
    if (had !== all) for (const { bit, index } of lines) if ((had & bit) === 0) values[index] = undefined
    if (isOdd) for (const one of order.slice(0, at)) noteName(one, record[one.name])
    return true
  }

  /** Undefined for another spelling of a known name. */
  function metAs(name: string): Met | undefined {
    return known.get(name) ?? (lineOf(name) === undefined ? strangerAs(name) : undefined)
  }

  function strangerAs(name: string): Met {
    const one = known.get(name) ?? { name, line: undefined, quirk: 'unknown_field', counters: {} }
    if (known.size < mostNames) known.set(name, one)
    return one
  }

  function noteName(one: Met, value: unknown): void {
    if (one.quirk !== undefined) count(one, one.quirk)
    if (one.line === undefined) left.push([one.name, value])
  }

  function count({ name, counters }: Met, code: QuirkCode): void {
    const counter = counters[code] ?? log.counterOf(code, path, name)
    counters[code] = counter
    counter.count += 1
    if (doubtful.has(code)) log.doubt()
  }

  /** The value of the next field of the vocabulary. */
  function take(): unknown {
    const target = targets[next]
    next += 1
    if (target === undefined) return undefined
    const { line, read } = target
    const given = values[line.index]
    if (given === null) log.doubt()
    return given === undefined ? (joined.get(line) ?? read(given, place)) : readValue(line, read, given)
  }

  function readValue(line: Line, read: Reader<unknown>, given: unknown): unknown {
    const one = names[line.index]
    // Of two fields that are read from one, the first tells of it.
    met = read === line.read ? one : undefined
    place.field = one?.name ?? ''
    isUnreadable = false
    const value = read(given, place)
    if (isUnreadable && met !== undefined) left.push([met.name, given])
    return value
  }

  function rest(): UnknownFields {
    return left.length > 0 ? Object.fromEntries(left) : noUnknownFields
  }

  function readByLetters(record: UnknownFields): void {
    const spelled = new Map<Line, Named[]>()
    for (const [name, value] of Object.entries(record)) {
      const line = lineOf(name)
      if (line === undefined) noteName(strangerAs(name), value)
      else if (!spelled.get(line)?.push([name, value])) spelled.set(line, [[name, value]])
    }
    for (const line of lines) {
      const given = spelled.get(line) ?? []
      const said = given.filter(([, inner]) => !isBlank(inner))
      said.sort(([one], [other]) => rankOf(line, one) - rankOf(line, other))
      if ((line.bit & required) !== 0 && !given.some(([name]) => name === line.wire)) log.doubt()
      const [one] = said.length > 0 ? said : given
      values[line.index] = undefined
      if (one === undefined) continue
      if (said.length < 2) put(line, one)
      else if (Array.isArray(line.empty)) join(line, said)
      else agree(line, said)
    }
  }

  function put(line: Line, [name, value]: Named): void {
    const one = known.get(name) ?? { name, line, quirk: 'field_spelling', counters: {} }
    noteName(one, value)
    values[line.index] = value
    names[line.index] = one
  }

  /** Two spellings of a list: all that stands in one of them. An empty one takes nothing away. */
  function join(line: Line, said: readonly Named[]): void {
    const entries = said.flatMap(one => {
      put(line, one)
      return readValue(line, line.read, one[1])
    })
    values[line.index] = undefined
    joined.set(line, once(entries))
    log.report('both_names', path, line.wire)
  }

  /**
   * Several spellings of one value. An alias gives way to the field's own name. Spellings that contradict each other once they
   * are read are not believed.
   */
  function agree(line: Line, said: readonly Named[]): void {
    const read = said.map(([name, value]) => ({ name, value, made: madeOf(line, name, value) }))
    const readable = read.filter(({ made }) => made !== undefined)
    const [first] = readable.length > 0 ? readable : read
    const rivals = readable.filter(one => first && rankOf(line, one.name) === rankOf(line, first.name))
    const isContradicted = rivals.some(({ made }) => made !== first?.made)
    log.doubt()
    // The first comes last, and counts.
    for (const one of read.reverse()) {
      const isSame = one === first || (one.made !== undefined && one.made === first?.made)
      if (isSame && !isContradicted) {
        put(line, [one.name, one.value])
        continue
      }
      left.push([one.name, one.value])
      log.report('unreadable', path, one.name)
      if (isContradicted) log.drift([...path, one.name], 'given once', one.value)
    }
  }

  /** What a spelling is read as, to be compared; undefined where that is nothing. */
  function madeOf(line: Line, field: string, value: unknown): string | undefined {
    let isReadable = true
    const note: Place['note'] = (code, made) => {
      isReadable &&= code !== 'unreadable'
      return made
    }
    const made = JSON.stringify(line.read(value, { log, path, field, note }))
    return isReadable && made !== 'null' ? made : undefined
  }
}

/** Names that count before others come first: the specification's own, then aliases; other spellings are as good as the first. */
function rankOf({ names }: Line, name: string): number {
  return Math.max(
    0,
    [...names.keys()].findIndex(one => lettersOf(one) === lettersOf(name)),
  )
}
