import type * as z from 'zod/mini'
import { bareLettersOf, lettersOf } from './letters.ts'
import { createQuirkLog, type Path, type QuirkLog } from './log.ts'
import { noUnknownFields, type QuirkCode, type UnknownFields } from './reading.ts'

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

export type AllOtherNames<Schema extends z.ZodMiniObject> = {
  readonly [Wire in keyof Schema['shape']]?: OtherNames
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

/** The fields of a record, and the names by which they come. */
export interface Lines {
  /** The fields of the vocabulary, in the order in which they are taken. */
  readonly targets: readonly { readonly line: Line; readonly read: Reader<unknown> }[]
  readonly lines: readonly Line[]
  readonly lineOf: (name: string) => Line | undefined
  /** The bits of the fields that the specification promises. */
  readonly required: number
}

/** A record of the vocabulary, with one line for each of its fields; `rest` has what no line knows, and comes last. */
export type Make<Schema extends z.ZodMiniObject, Model> = (
  take: Take<Schema>,
  rest: () => UnknownFields,
) => Model

/** What a table asks for. */
export function linesOf<Schema extends z.ZodMiniObject>(
  schema: Schema,
  make: Make<Schema, unknown>,
  otherNames: AllOtherNames<Schema>,
): Lines {
  const lines = new Map<string, Line>()
  const targets: Lines['targets'][number][] = []
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
    targets,
    lines: [...lines.values()],
    lineOf(name) {
      const line = byLetters.get(lettersOf(name))
      if (line !== undefined) return line
      const bare = byLetters.get(bareLettersOf(name))
      // Only a list or an object is called by such an ending.
      return typeof bare?.empty === 'object' && bare.empty !== null ? bare : undefined
    },
    required,
  }
}

/** No reader looks at its place for nothing. */
const nowhere: Place = { log: createQuirkLog('getHealth'), path: [], field: '', note: (_, value) => value }
