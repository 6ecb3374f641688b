import { decoded, isRecord, once } from '../shared/json.ts'
import { lettersOf } from './letters.ts'
import type { Path, QuirkLog, Tally } from './log.ts'
import { clean, isBlank, noQuirks, type QuirkCode } from './reading.ts'
import type { Line, Reader, RecordReader, Table, Target, UnknownFields } from './table.ts'

/** A record of the vocabulary, by the names of a table. */
type Written = Record<string, unknown>

/** A field as it came. */
type Named = readonly [name: string, value: unknown]

/** A name, with what one body has needed under it; it has no line where the vocabulary does not know it. */
interface Met {
  readonly name: string
  readonly line: Line | undefined
  /** The quirk that the name itself is. */
  readonly alias: QuirkCode | undefined
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
  const slots = new Map(table.slots.map(slot => [slot.name, meet(slot)]))
  /** The slots of the last record, in its order, and its values. */
  const order: Met[] = []
  const values: unknown[] = []
  // Of the record that is being read. No record holds another of its kind.
  let model = table.empty
  let path: Path = []
  /** Which fields have something, as the bits of their lines. */
  let shown = 0
  /** What goes to the unknown fields. */
  let left: Named[] = []
  const place = { log, path, field: '' }
  const facts = {
    log,
    path,
    isForeign: false,
    shows: (name: string) => table.lines.some(line => line.names[0] === name && (shown & line.bit) !== 0),
  }

  return (given, at) => {
    const value = decoded(given)
    model = { ...table.empty }
    path = at
    shown = 0
    if (left.length > 0) left = []
    if (!isRecord(value)) {
      const isForeign = given !== undefined
      if (isForeign) {
        log.report('unreadable', path)
        log.doubt()
        left.push(['value', given])
      }
      return finish(isForeign)
    }
    if (value !== given) log.report('json_encoded', path)
    const names = matchNames(value)
    if (names < 0) readByLetters(value)
    else for (let index = 0; index < names; index += 1) readInto(order[index], values[index])
    return finish(false)
  }

  /** Puts the slots of a record in order, and counts them; -1 where names have to be compared by their letters. */
  function matchNames(value: UnknownFields): number {
    let had = 0
    let at = 0
    for (const name in value) {
      let slot = order[at]
      if (slot === undefined || slot.name !== name) {
        slot = slotOf(name)
        if (slot === undefined) return -1
        order[at] = slot
      }
      // An engine finds a value fastest in the loop over the names.
      values[at] = value[name]
      at += 1
      const bit = slot.line?.bit ?? 0
      if ((had & bit) !== 0) return -1
      had |= bit
    }
    if ((had & table.required) !== table.required) log.doubt()
    return at
  }

  /** Undefined for another spelling of a known name. */
  function slotOf(name: string): Met | undefined {
    const known = slots.get(name)
    if (known !== undefined || table.lineOf(name) !== undefined) return known
    const slot = meet({ name, line: undefined, alias: undefined })
    if (slots.size < mostNames) slots.set(name, slot)
    return slot
  }

  function readInto(slot: Met | undefined, given: unknown): void {
    if (slot === undefined) return
    const { line, alias, name, tally } = slot
    if (line === undefined) {
      left.push([name, given])
      log.tally(tally, unknownField, path, name)
      return
    }
    if ((line.takesText && typeof given === 'string') || line.takes(given)) {
      shown |= line.bit
      write(model, line.first.as, given)
      if (alias !== undefined) log.report(alias, path, name)
      return
    }
    if (!isBlank(given)) shown |= line.bit
    else if (given === null) log.doubt()
    place.path = path
    place.field = name
    const { value, quirks } = line.first.read(given, place)
    write(model, line.first.as, value)
    if (line.second !== undefined) write(model, line.second.as, line.second.read(given, place).value)
    if (quirks !== noQuirks) {
      log.tally(tally, quirks, path, name)
      if (quirks.includes('unreadable')) left.push([name, given])
    }
    if (alias !== undefined) log.report(alias, path, name)
  }

  function readByLetters(value: UnknownFields): void {
    const spelled = new Map<Line, Named[]>()
    for (const [name, inner] of Object.entries(value)) {
      const line = table.lineOf(name)
      if (line === undefined) readInto(slotOf(name), inner)
      else if (!spelled.get(line)?.push([name, inner])) spelled.set(line, [[name, inner]])
    }
    for (const line of table.lines) {
      const given = spelled.get(line) ?? []
      const said = given.filter(([, inner]) => !isBlank(inner)).sort(byRank(line))
      if (given.some(([name]) => !line.names.includes(name))) log.doubt()
      if ((line.bit & table.required) !== 0 && !given.some(([name]) => name === line.names[0])) log.doubt()
      if (said.length < 2) for (const one of said.length > 0 ? said : given.slice(0, 1)) readOne(line, one)
      else if (line.isList) readJoined(line, said)
      else readAgreed(line, said)
    }
  }

  function readOne(line: Line, [name, value]: Named): void {
    const known = slots.get(name)
    if (known === undefined) log.report('field_spelling', path, name)
    readInto(known ?? meet({ name, line, alias: undefined }), value)
  }

  /** Two spellings of a list: all that stands in one of them. An empty one takes nothing away. */
  function readJoined(line: Line, said: readonly Named[]): void {
    const entries = said.flatMap(one => {
      readOne(line, one)
      const made = (model as Written)[line.first.as]
      return Array.isArray(made) ? made : []
    })
    write(model, line.first.as, once(entries))
    log.report('both_names', path, line.names[0])
    log.doubt()
  }

  /**
   * Several spellings of one value. An alias gives way to the field's own name. Spellings that contradict each other once they
   * are read are not believed.
   */
  function readAgreed(line: Line, said: readonly Named[]): void {
    const read = said.map(([name, value]) => {
      Object.assign(place, { path: path, field: name })
      const made = line.first.read(value, place)
      return {
        name,
        value,
        made: made.quirks.includes('unreadable') ? undefined : JSON.stringify(made.value),
      }
    })
    const readable = read.filter(({ made }) => made !== undefined && made !== 'null')
    const [first] = readable.length > 0 ? readable : read
    if (first === undefined) return
    const rankOf = byRank(line)
    const isContradicted = readable.some(
      one => one.made !== first.made && rankOf([one.name, 0], [first.name, 0]) === 0,
    )
    for (const { name, value, made } of read) {
      if (name !== first.name && made === first.made) log.report(quirkOfName(line, name), path, name)
      else if (name !== first.name || isContradicted) {
        left.push([name, value])
        log.report('unreadable', path, name)
        if (isContradicted) log.drift([...path, name], 'given once', value)
      }
    }
    log.doubt()
    if (!isContradicted) readOne(line, [first.name, first.value])
  }

  function quirkOfName(line: Line, name: string): QuirkCode {
    return slots.get(name)?.alias ?? (line.names.includes(name) ? 'both_names' : 'field_spelling')
  }

  function finish(isForeign: boolean): Model {
    if (left.length > 0) write(model, 'unknownFields', Object.fromEntries(left))
    for (const { as, read } of table.structures) {
      if ((model as Written)[as] === undefined) write(model, as, read(undefined, place).value)
    }
    facts.path = path
    facts.isForeign = isForeign
    table.finish(model, facts)
    return model
  }
}

function meet(slot: Omit<Met, 'tally'>): Met {
  return { ...slot, tally: { quirks: noQuirks, entries: [], isDoubtful: false } }
}

/** Names that count before others come first: the specification's own, then aliases; other spellings are as good as the first. */
function byRank({ names }: Line) {
  const letters = names.map(lettersOf)
  const rank = (name: string) => Math.max(0, letters.indexOf(lettersOf(name)))
  return ([one]: Named, [other]: Named) => rank(one) - rank(other)
}

/** The table's lines have the names and types of the model's fields. An assignment is ten times faster than `Reflect.set`. */
function write(model: object, as: Target['as'], value: unknown): void {
  const written = model as Written
  written[as] = value
}
