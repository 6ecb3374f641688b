import type * as z from 'zod/mini'
import { isText } from '../shared/json.ts'
import { bareLettersOf, lettersOf } from './letters.ts'
import { createQuirkLog, type Path, type QuirkLog } from './log.ts'
import type { QuirkCode, Reading } from './reading.ts'

/**
 * Unknown fields, and those that could not be read, under their own names and unchanged, so that nothing is lost (specification:
 * Versioning, rule 4).
 */
export type UnknownFields = Readonly<Record<string, unknown>>

export const noUnknownFields: UnknownFields = Object.freeze({})

/** Where a value stands that is being read. */
export interface Place {
  readonly log: QuirkLog
  /** The record that holds it. */
  readonly path: Path
  /** Its name there. */
  readonly field: string
}

/** Makes a clean value of what came; of undefined, the value that stands for nothing. */
export interface Reader<Value> {
  (value: unknown, place: Place): Reading<Value>
  /** Whether a value is clean as it came: nearly every one is, and is then not read. */
  readonly takes?: (value: unknown) => boolean
}

/** A reader that leaves what is clean as it is. */
export function reader<Value>(read: Reader<Value>, takes: (value: unknown) => boolean): Reader<Value> {
  return Object.assign((value: unknown, place: Place) => read(value, place), { takes })
}

/** A field of the vocabulary: the field of the wire that it is read from, and how. */
export interface Field<Wire extends string, Value> {
  readonly wire: Wire
  readonly read: Reader<Value>
  /** Other names that the specification has for it, with the quirk that each is; the first name counts before them. */
  readonly aliases: Readonly<Record<string, QuirkCode>>
  /** Further names, by their letters. */
  readonly synonyms: readonly string[]
}

export function field<Wire extends string, Value>(
  wire: Wire,
  read: Reader<Value>,
  aliases: Readonly<Record<string, QuirkCode>> = {},
  synonyms: readonly string[] = [],
): Field<Wire, Value> {
  return { wire, read, aliases, synonyms }
}

/** What is known of a record when all of its fields have been read. */
export interface Finished {
  readonly log: QuirkLog
  readonly path: Path
  /** Whether the wire has something under one of the names of a field: more than null or a placeholder. */
  readonly shows: (name: string) => boolean
  /** Whether something stands there that is no record at all. */
  readonly isForeign: boolean
}

/** A line for each field of the vocabulary. The compiler holds it against the schema's names and the model's types. */
export type Fields<Schema extends z.ZodMiniObject, Model> = {
  readonly [Key in keyof Model]: Field<keyof Schema['shape'] & string, Model[Key]>
}

/** A name of the wire, and what is read from it. */
export interface Slot {
  readonly name: string
  readonly line: Line
  /** The quirk that the name itself is. */
  readonly alias: QuirkCode | undefined
}

/** A field of the vocabulary that is read. */
export interface Target {
  readonly as: string
  readonly read: Reader<unknown>
}

/** A field of the wire, and the field, or two fields, of the vocabulary that are read from it. */
export interface Line {
  readonly first: Target
  readonly second: Target | undefined
  /** Its names, in the order in which they count. */
  readonly names: readonly string[]
  readonly isList: boolean
  /** Whether a value is clean as it came, for each field that is read from it. */
  readonly takes: (value: unknown) => boolean
  /** Whether every text is. */
  readonly takesText: boolean
  /** One bit, by which a record remembers that it has had it. */
  readonly bit: number
}

/** Reads the records of one kind, one after the other: they are alike nearly always. */
export type RecordReader<Model> = (value: unknown, path: Path) => Model

/** How the records of one kind are read. */
export interface Table<Model> {
  readonly lines: readonly Line[]
  readonly slots: readonly Slot[]
  readonly lineOf: (name: string) => Line | undefined
  /** A record that says nothing, without its lists and objects: each record has its own. */
  readonly empty: Model
  /** What is left out of it. */
  readonly structures: readonly Target[]
  readonly finish: (model: Model, facts: Finished) => void
  /** The bits of the fields that the specification promises. */
  readonly required: number
  /** The reader of each body. */
  readonly readers: WeakMap<QuirkLog, RecordReader<Model>>
}

/** Begins a table for a type of the vocabulary; a line for each of its fields follows. */
export function tableOf<Model extends { readonly unknownFields: UnknownFields }>() {
  /**
   * @param rest - Fields that no line reads, as they are before `finish`.
   * @param finish - Fills in what is concluded from several fields.
   */
  return function table<Schema extends z.ZodMiniObject, Rest extends Exclude<keyof Model, 'unknownFields'>>(
    schema: Schema,
    fields: Fields<Schema, Omit<Model, Rest | 'unknownFields'>>,
    rest: Pick<Model, Rest>,
    finish: (model: Model, facts: Finished) => void = () => {},
  ): Table<Model> {
    const given = Object.entries<Field<string, unknown>>(fields).map(([as, one]) => ({ as, ...one }))
    const empty: Record<string, unknown> = { ...rest, unknownFields: noUnknownFields }
    const structures: Target[] = []
    const slots: Slot[] = []
    const byLetters = new Map<string, Line>()
    let required = 0
    for (const { as, read } of given) {
      empty[as] = emptyOf(read)
      if (typeof empty[as] !== 'object' || empty[as] === null) continue
      structures.push({ as, read })
      empty[as] = undefined
    }
    const lines = [...new Set(given.map(({ wire }) => wire))].map((wire, at): Line => {
      const [first, second] = given.filter(one => one.wire === wire)
      if (first === undefined) throw new Error(`no line for ${wire}`)
      const names = [wire, ...Object.keys(first.aliases)]
      const takes = second === undefined ? first.read.takes : undefined
      const isList = Array.isArray(emptyOf(first.read))
      const line = {
        first,
        second,
        names,
        isList,
        takes: takes ?? never,
        takesText: takes === isText,
        bit: 1 << at,
      }
      for (const name of names) slots.push({ name, line, alias: first.aliases[name] })
      for (const name of [...names, ...first.synonyms])
        byLetters.set(lettersOf(name), byLetters.get(lettersOf(name)) ?? line)
      if (schema.shape[wire]?._zod.optin !== 'optional') required |= line.bit
      return line
    })
    return {
      lines,
      slots,
      lineOf(name) {
        const line = byLetters.get(lettersOf(name))
        if (line !== undefined) return line
        const bare = byLetters.get(bareLettersOf(name))
        return structures.some(({ as }) => as === bare?.first.as) ? bare : undefined
      },
      empty: templateOf(empty) as Model,
      structures,
      finish,
      required,
      readers: new WeakMap(),
    }
  }
}

/**
 * A template that is quickly copied: engines give an object of `JSON.parse` a place for each of its fields. Each field of the model
 * has a line of its type, or is in the rest: the compiler saw to it.
 */
function templateOf(empty: Readonly<Record<string, unknown>>): unknown {
  const template: unknown = JSON.parse(JSON.stringify(empty, (_, value: unknown) => value ?? null))
  return Object.assign(Object(template), empty)
}

function never(): boolean {
  return false
}

/** What a reader makes of nothing; no reader looks at its place for that. */
function emptyOf(read: Reader<unknown>): unknown {
  return read(undefined, nowhere).value
}

const nowhere: Place = { log: createQuirkLog('getHealth'), path: [], field: '' }
