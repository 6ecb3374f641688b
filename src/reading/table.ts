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

/** Takes a field of the wire, by the specification's name, into a field of the vocabulary. */
type Take<Schema extends z.ZodMiniObject> = <Value>(
  wire: keyof Schema['shape'] & string,
  read: Reader<Value>,
) => Value

/**
 * A table: a record of the vocabulary, with one line for each of its fields. It is called for each record, and asks for the same
 * fields in the same order each time. `rest` has what no line knows, and comes last.
 */
type Make<Schema extends z.ZodMiniObject, Model> = (take: Take<Schema>, rest: () => UnknownFields) => Model

/** Further names of a field of the wire. */
export interface OtherNames {
  /** Those that the specification has, with the quirk that each is; the first name counts before them. */
  readonly aliases?: Readonly<Record<string, QuirkCode>>
  /** Others, by their letters. */
  readonly synonyms?: readonly string[]
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

/** A name of the wire, and the line that it belongs to. */
export interface Slot {
  readonly name: string
  /** None for a name that the vocabulary does not know. */
  readonly line: Line | undefined
  /** The quirk that the name itself is. */
  readonly alias: QuirkCode | undefined
}

/** A field of the wire. */
export interface Line {
  /** Its place among the lines. */
  readonly index: number
  /** One bit, by which a record remembers that it has had it. */
  readonly bit: number
  /** Its names, in the order in which they count. */
  readonly names: readonly string[]
  /** How it is read; a line may be read into two fields of the vocabulary. */
  readonly read: Reader<unknown>
  readonly isList: boolean
}

/** A field of the vocabulary. */
export interface Target {
  readonly line: Line
  readonly read: Reader<unknown>
  /** Whether a value is clean as it came. */
  readonly takes: (value: unknown) => boolean
  /** Whether every text is. */
  readonly takesText: boolean
}

/** Reads the records of one kind, one after the other: they are alike nearly always. */
export type RecordReader<Model> = (value: unknown, path: Path) => Model

/** How the records of one kind are read. */
export interface Table<Model> {
  readonly make: (take: () => unknown, rest: () => UnknownFields) => Model
  /** The fields of the vocabulary, in the order in which `make` takes them. */
  readonly targets: readonly Target[]
  readonly lines: readonly Line[]
  readonly slots: readonly Slot[]
  readonly lineOf: (name: string) => Line | undefined
  readonly finish: (model: Model, facts: Finished) => void
  /** The bits of the fields that the specification promises. */
  readonly required: number
  /** The reader of each body. */
  readonly readers: WeakMap<QuirkLog, RecordReader<Model>>
}

/**
 * Makes a table. The compiler holds it against the names of the schema and the type of the vocabulary.
 *
 * @param finish - Fills in what is concluded from several fields.
 */
export function tableOf<Schema extends z.ZodMiniObject, Model extends object>(
  schema: Schema,
  make: Make<Schema, Model>,
  finish: (model: Model, facts: Finished) => void = () => {},
  otherNames: { readonly [Wire in keyof Schema['shape']]?: OtherNames } = {},
): Table<Model> {
  const asked: { readonly wire: string; readonly read: Reader<unknown> }[] = []
  make(
    (wire, read) => {
      asked.push({ wire, read })
      return emptyOf(read)
    },
    () => noUnknownFields,
  )
  const byLetters = new Map<string, Line>()
  const structures = new Set<Line>()
  const slots: Slot[] = []
  let required = 0
  const lines = new Map<string, Line>()
  for (const { wire, read } of asked) {
    if (lines.has(wire)) continue
    const { aliases = {}, synonyms = [] }: OtherNames = otherNames[wire] ?? {}
    const names = [wire, ...Object.keys(aliases)]
    const empty = emptyOf(read)
    const line = { index: lines.size, bit: 1 << lines.size, names, read, isList: Array.isArray(empty) }
    lines.set(wire, line)
    if (typeof empty === 'object' && empty !== null) structures.add(line)
    for (const name of names) slots.push({ name, line, alias: aliases[name] })
    for (const name of [...names, ...synonyms])
      byLetters.set(lettersOf(name), byLetters.get(lettersOf(name)) ?? line)
    if (schema.shape[wire]?._zod.optin !== 'optional') required |= line.bit
  }
  return {
    // Each field comes in the order in which it was asked for, from its own reader.
    make: make as Table<Model>['make'],
    targets: asked.flatMap(({ wire, read }) => {
      const { takes = never } = read
      return [...lines].flatMap(([name, line]) =>
        name === wire ? { line, read, takes, takesText: takes === isText } : [],
      )
    }),
    lines: [...lines.values()],
    slots,
    lineOf(name) {
      const line = byLetters.get(lettersOf(name))
      if (line !== undefined) return line
      const bare = byLetters.get(bareLettersOf(name))
      return bare && structures.has(bare) ? bare : undefined
    },
    finish,
    required,
    readers: new WeakMap(),
  }
}

function never(): boolean {
  return false
}

/** What a reader makes of nothing; no reader looks at its place for that. */
function emptyOf<Value>(read: Reader<Value>): Value {
  return read(undefined, nowhere).value
}

const nowhere: Place = { log: createQuirkLog('getHealth'), path: [], field: '' }
