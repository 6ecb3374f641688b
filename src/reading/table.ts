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

/** Reads the records of one kind, one after the other: they are alike nearly always. */
export type RecordReader<Model> = (value: unknown, path: Path) => Model

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

/** Makes a record: takes each field of the wire, by the specification's name; `rest` has what no line knows, and comes last. */
export type Make<Schema extends z.ZodMiniObject, Model> = (
  take: <Value>(wire: keyof Schema['shape'] & string, read: Reader<Value>) => Value,
  rest: () => UnknownFields,
) => Model

/** What is known of a record when all of its fields have been read. */
export interface Finished extends Pick<Place, 'log' | 'path'> {
  /** Whether the wire has something for a field: more than null or a placeholder. */
  readonly shows: (wire: string) => boolean
  /** Whether something stands there that is no record at all. */
  readonly isForeign: boolean
}

/** A field of the wire. */
export interface Line {
  /** Its place among the lines. */
  readonly index: number
  /** The specification's name for it. */
  readonly wire: string
  /** How it is read; a line may be read into two fields of the vocabulary. */
  readonly read: Reader<unknown>
  /** What it is read as where there is nothing. */
  readonly empty: unknown
  /** Whether the specification promises it. */
  readonly isRequired: boolean
}

/** What a name stands for. */
export interface Meaning {
  /** None for a name that no line knows. */
  readonly line?: Line | undefined
  /** The quirk that the name itself is. */
  readonly quirk?: QuirkCode | undefined
  /** Whether it gives way to the specification's first name. */
  readonly isAlias?: boolean | undefined
}

export type Lines = ReturnType<typeof linesOf>

/** The fields of a record, and what names stand for. */
export function linesOf<Schema extends z.ZodMiniObject>(
  schema: Schema,
  make: Make<Schema, unknown>,
  otherNames: AllOtherNames<Schema>,
) {
  const lines = new Map<string, Line>()
  /** The fields of the vocabulary, in the order in which they are taken. */
  const targets: { readonly line: Line; readonly read: Reader<unknown> }[] = []
  const byName = new Map<string, Meaning>()
  const byLetters = new Map<string, Meaning & { readonly line: Line }>()
  make(
    (wire, read) => {
      const empty = read(undefined, nowhere)
      targets.push({ line: lines.get(wire) ?? addLine(wire, read, empty), read })
      return empty
    },
    () => noUnknownFields,
  )
  return { targets, lines: [...lines.values()], meaningOf }

  function addLine(wire: string, read: Reader<unknown>, empty: unknown): Line {
    const { aliases = {}, synonyms = [] }: OtherNames = otherNames[wire] ?? {}
    const isRequired = schema.shape[wire]?._zod.optin !== 'optional'
    const line = { index: lines.size, wire, read, empty, isRequired }
    lines.set(wire, line)
    byName.set(wire, { line })
    for (const [name, quirk] of Object.entries(aliases)) byName.set(name, { line, quirk, isAlias: true })
    for (const name of [wire, ...Object.keys(aliases), ...synonyms])
      byLetters.set(lettersOf(name), { line, quirk: 'field_spelling', isAlias: name in aliases })
    return line
  }

  function meaningOf(name: string): Meaning {
    const known = byName.get(name) ?? byLetters.get(lettersOf(name))
    if (known !== undefined) return known
    const bare = byLetters.get(bareLettersOf(name))
    // Only a list or an object is called by such an ending.
    return bare && Object(bare.line.empty) === bare.line.empty ? bare : { quirk: 'unknown_field' }
  }
}

/** No reader looks at its place for nothing. */
const nowhere: Place = { log: createQuirkLog('getHealth'), path: [], field: '', note: (_, value) => value }
