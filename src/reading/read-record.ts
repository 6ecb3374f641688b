import { decoded, isRecord, once } from '../shared/json.ts'
import { lettersOf } from './letters.ts'
import type { Path, QuirkLog, Tally } from './log.ts'
import { clean, isBlank, noQuirks, type QuirkCode } from './reading.ts'
import {
  type Line,
  noUnknownFields,
  type Reader,
  type RecordReader,
  type Slot,
  type Table,
  type UnknownFields,
} from './table.ts'

/** A field as it came. */
type Named = readonly [name: string, value: unknown]

/** A name, with what one body has needed under it. */
interface Met extends Slot {
  readonly tally: Tally
}

/** Names that are remembered: a body may have a new one in each record. */
const mostNames = 1000

const unknownField: readonly QuirkCode[] = ['unknown_field']

/** Reads a record within a record. */
export function nested<Model extends object>(table: Table<Model>): Reader<Model> {
  return (value, { log, path, field }) => clean(readerOf(table, log)(value ?? undefined, [...path, field]))
}

/** The reader of a body for the records of one kind. */
export function readerOf<Model extends object>(table: Table<Model>, log: QuirkLog): RecordReader<Model> {
  const reader = table.readers.get(log) ?? createReader(table, log)
  table.readers.set(log, reader)
  return reader
}

/**
 * Goes over each record once. One with a name that the specification does not have, or two of one field, is read by the letters of
 * its names.
 */
function createReader<Model extends object>(table: Table<Model>, log: QuirkLog): RecordReader<Model> {
  const { targets, lines, required, make, finish } = table
  const slots = new Map(table.slots.map(slot => [slot.name, meet(slot)]))
  const all = (1 << lines.length) - 1
  /** The slots of the last record, in its order. */
  const order: Met[] = []
  // Of the record that is being read. No record holds another of its kind.
  let path: Path = []
  /** What stands under each line, by its index, and the name that it came by. */
  const values: unknown[] = lines.map(() => undefined)
  const names: (Met | undefined)[] = lines.map(() => undefined)
  /** What was made of lists that came under several names. */
  const joined = new Map<Line, unknown>()
  /** Which fields have something, as the bits of their lines. */
  let shown = 0
  /** What goes to the unknown fields. */
  let left: Named[] = []
  /** The place of the next field of the vocabulary. */
  let next = 0
  const place = { log, path, field: '' }
  const facts = {
    log,
    path,
    isForeign: false,
    shows: (name: string) => lines.some(line => line.names[0] === name && (shown & line.bit) !== 0),
  }

  return (given, at) => {
    const value = decoded(given)
    path = at
    facts.path = at
    shown = 0
    next = 0
    if (left.length > 0) left = []
    if (joined.size > 0) joined.clear()
    facts.isForeign = given !== undefined && !isRecord(value)
    if (facts.isForeign) leaveForeign(given)
    else if (value !== given) log.report('json_encoded', path)
    const record = isRecord(value) ? value : noUnknownFields
    if (!matchNames(record)) readByLetters(record)
    const model = make(take, rest)
    finish(model, facts)
    return model
  }

  function leaveForeign(given: unknown): void {
    log.report('unreadable', path)
    log.doubt()
    left.push(['value', given])
  }

  /** Finds the lines of a record; false where names have to be compared by their letters. */
  function matchNames(record: UnknownFields): boolean {
    let had = 0
    let at = 0
    let isOdd = false
    for (const name in record) {
      let slot = order[at]
      if (slot === undefined || slot.name !== name) {
        slot = slotOf(name)
        if (slot === undefined) return false
        order[at] = slot
      }
      at += 1
      const { line, alias } = slot
      isOdd ||= line === undefined || alias !== undefined
      if (line === undefined) continue
      if ((had & line.bit) !== 0) return false
      had |= line.bit
      // An engine finds a value fastest in the loop over the names.
      values[line.index] = record[name]
      names[line.index] = slot
    }
    if ((had & required) !== required) log.doubt()
    if (had !== all) for (const { bit, index } of lines) if ((had & bit) === 0) values[index] = undefined
    if (isOdd) for (const slot of order.slice(0, at)) noteName(slot, record[slot.name])
    return true
  }

  /** Undefined for another spelling of a known name. */
  function slotOf(name: string): Met | undefined {
    const known = slots.get(name)
    if (known !== undefined || table.lineOf(name) !== undefined) return known
    const slot = meet({ name, line: undefined, alias: undefined })
    if (slots.size < mostNames) slots.set(name, slot)
    return slot
  }

  function noteName({ name, line, alias, tally }: Met, value: unknown): void {
    if (alias !== undefined) log.report(alias, path, name)
    if (line !== undefined) return
    left.push([name, value])
    log.tally(tally, unknownField, path, name)
  }

  /** The value of the next field of the vocabulary. */
  function take(): unknown {
    const target = targets[next]
    next += 1
    if (target === undefined) return undefined
    const { line, takes, takesText, read } = target
    const given = values[line.index]
    if (!((takesText && typeof given === 'string') || takes(given))) return readOdd(line, read, given)
    shown |= line.bit
    return given
  }

  /** What is made of a value that is not clean as it came. */
  function readOdd(line: Line, read: Reader<unknown>, given: unknown): unknown {
    const met = names[line.index]
    if (given === undefined || met === undefined) return joined.get(line) ?? read(undefined, place).value
    if (!isBlank(given)) shown |= line.bit
    else if (given === null) log.doubt()
    place.path = path
    place.field = met.name
    const { value, quirks } = read(given, place)
    // Of two fields that are read from one, the first tells of it.
    if (quirks !== noQuirks && read === line.read) {
      log.tally(met.tally, quirks, path, met.name)
      if (quirks.includes('unreadable')) left.push([met.name, given])
    }
    return value
  }

  function rest(): UnknownFields {
    return left.length > 0 ? Object.fromEntries(left) : noUnknownFields
  }

  function readByLetters(record: UnknownFields): void {
    const spelled = new Map<Line, Named[]>()
    for (const [name, value] of Object.entries(record)) {
      const line = table.lineOf(name)
      if (line === undefined) noteName(slotOf(name) ?? meet({ name, line, alias: undefined }), value)
      else if (!spelled.get(line)?.push([name, value])) spelled.set(line, [[name, value]])
    }
    for (const line of lines) {
      const given = spelled.get(line) ?? []
      const said = given.filter(([, inner]) => !isBlank(inner)).sort(byRank(line))
      if (given.some(([name]) => !line.names.includes(name))) log.doubt()
      if ((line.bit & required) !== 0 && !given.some(([name]) => name === line.names[0])) log.doubt()
      const [one] = said.length > 0 ? said : given
      values[line.index] = undefined
      if (one === undefined) continue
      if (said.length < 2) put(line, one)
      else if (line.isList) join(line, said)
      else agree(line, said)
    }
  }

  function put(line: Line, [name, value]: Named): void {
    const known = slots.get(name)
    if (known === undefined) log.report('field_spelling', path, name)
    else noteName(known, value)
    values[line.index] = value
    names[line.index] = known ?? meet({ name, line, alias: undefined })
  }

  /** Two spellings of a list: all that stands in one of them. An empty one takes nothing away. */
  function join(line: Line, said: readonly Named[]): void {
    const entries = said.flatMap(one => {
      put(line, one)
      const made = readOdd(line, line.read, one[1])
      return Array.isArray(made) ? made : []
    })
    values[line.index] = undefined
    joined.set(line, once(entries))
    log.report('both_names', path, line.names[0])
    log.doubt()
  }

  /**
   * Several spellings of one value. An alias gives way to the field's own name. Spellings that contradict each other once they
   * are read are not believed.
   */
  function agree(line: Line, said: readonly Named[]): void {
    const read = said.map(([name, value]) => {
      Object.assign(place, { path, field: name })
      const made = line.read(value, place)
      const isReadable = !made.quirks.includes('unreadable')
      return { name, value, made: isReadable ? JSON.stringify(made.value) : undefined }
    })
    const readable = read.filter(({ made }) => made !== undefined && made !== 'null')
    const [first] = readable.length > 0 ? readable : read
    if (first === undefined) return
    const rankOf = byRank(line)
    const isContradicted = readable.some(
      one => one.made !== first.made && rankOf([one.name, 0], [first.name, 0]) === 0,
    )
    for (const { name, value, made } of read) {
      if (name !== first.name && made !== undefined && made === first.made)
        log.report(quirkOfName(line, name), path, name)
      else if (name !== first.name || isContradicted) {
        left.push([name, value])
        log.report('unreadable', path, name)
        if (isContradicted) log.drift([...path, name], 'given once', value)
      }
    }
    log.doubt()
    if (!isContradicted) put(line, [first.name, first.value])
  }

  function quirkOfName(line: Line, name: string): QuirkCode {
    return slots.get(name)?.alias ?? (line.names.includes(name) ? 'both_names' : 'field_spelling')
  }
}

function meet(slot: Slot): Met {
  return { ...slot, tally: { quirks: noQuirks, entries: [], isDoubtful: false } }
}

/** Names that count before others come first: the specification's own, then aliases; other spellings are as good as the first. */
function byRank({ names }: Line) {
  const letters = names.map(lettersOf)
  const rank = (name: string) => Math.max(0, letters.indexOf(lettersOf(name)))
  return ([one]: Named, [other]: Named) => rank(one) - rank(other)
}
