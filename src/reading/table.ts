import type * as z from 'zod/mini'
import { bareLettersOf, lettersOf } from './letters.ts'
import { createQuirkLog, type Path, type QuirkLog } from './log.ts'
import type { QuirkCode } from './reading.ts'

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
  /** Notes a quirk of the value, and hands on what is made of it. */
  note<Value>(code: QuirkCode, value: Value): Value
}

/** Makes a clean value of what came; of undefined, without a note, the value that stands for nothing. */
export type Reader<Value> = (value: unknown, at: Place) => Value

/** Takes a field of the wire, by the specification's name, into a field of the vocabulary. */
type Take<Schema extends z.ZodMiniObject> = <Value>(
  wire: keyof Schema['shape'] & string,
  read: Reader<Value>,
) => Value

/** Further names of a field of the wire. */
interface OtherNames {
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

/** A field of the wire. */
export interface Line {
  /** Its place among the lines. */
  readonly index: number
  /** One bit, by which a record remembers that it has had it. */
  readonly bit: number
  /** The specification's name for it. */
  readonly wire: string
  /** All of the specification's names, in the order in which they count, with the quirk that each is. */
  readonly names: ReadonlyMap<string, QuirkCode | undefined>
  /** How it is read; a line may be read into two fields of the vocabulary. */
  readonly read: Reader<unknown>
  /** What it is read as where there is nothing. */
  readonly empty: unknown
}

/** Reads the records of one kind, one after the other: they are alike nearly always. */
export type RecordReader<Model> = (value: unknown, path: Path) => Model

/** How the records of one kind are read. */
export interface Table<Model> {
  readonly make: (take: () => unknown, rest: () => UnknownFields) => Model
  /** The fields of the vocabulary, in the order in which `make` takes them. */
  readonly targets: readonly { readonly line: Line; readonly read: Reader<unknown> }[]
  readonly lines: readonly Line[]
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
 * @param make - A record of the vocabulary, with one line for each of its fields. It is called for each record, and asks for the same
 * fields in the same order each time. `rest` has what no line knows, and comes last.
 * @param finish - Fills in what is concluded from several fields.
 */
export function tableOf<Schema extends z.ZodMiniObject, Model extends object>(
  schema: Schema,
  make: (take: Take<Schema>, rest: () => UnknownFields) => Model,
  finish: (model: Model, facts: Finished) => void = () => {},
  otherNames: { readonly [Wire in keyof Schema['shape']]?: OtherNames } = {},
): Table<Model> {
  const lines = new Map<string, Line>()
  const targets: Table<Model>['targets'][number][] = []
  const byLetters = new Map<string, Line>()
  let required = 0
  const addLine = (wire: string, read: Reader<unknown>): Line => {
    const { aliases = {}, synonyms = [] }: OtherNames = otherNames[wire] ?? {}
    const names = new Map<string, QuirkCode | undefined>([[wire, undefined], ...Object.entries(aliases)])
    const empty = read(undefined, nowhere)
    const line = { index: lines.size, bit: 1 << lines.size, wire, names, read, empty }
    lines.set(wire, line)
    for (const name of [...names.keys(), ...synonyms]) byLetters.set(lettersOf(name), line)
    if (schema.shape[wire]?._zod.optin !== 'optional') required |= line.bit
    return line
  }
  make(
    (wire, read) => {
      targets.push({ line: lines.get(wire) ?? addLine(wire, read), read })
      return read(undefined, nowhere)
    },
    () => noUnknownFields,
  )
  return {
    // Each field comes in the order in which it was asked for, from its own reader.
    make: make as Table<Model>['make'],
    targets,
    lines: [...lines.values()],
    lineOf(name) {
      const line = byLetters.get(lettersOf(name)) ?? byLetters.get(bareLettersOf(name))
      // Only a list or an object is called by such an ending.
      const isBare = line !== undefined && byLetters.get(lettersOf(name)) === undefined
      return isBare && (typeof line.empty !== 'object' || line.empty === null) ? undefined : line
    },
    finish,
    required,
    readers: new WeakMap(),
  }
}

/** No reader looks at its place for nothing. */
const nowhere: Place = { log: createQuirkLog('getHealth'), path: [], field: '', note: (_, value) => value }
