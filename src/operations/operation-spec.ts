import type * as z from 'zod/mini'
import type { Operation, OperationName } from '../contract/operations.ts'
import type { CountryFormat } from '../model/inputs.ts'
import type { DecodeContext } from '../reading/body.ts'
import type { Path, QuirkLog } from '../reading/quirk-log.ts'

/** The client's half of an operation: what it takes, what it sends, and how its response is read. */
export interface OperationSpec<Input, Data> {
  readonly name: OperationName
  /** Its row of the contract. */
  readonly contract: Operation
  /** The schema of the input. Without one, the operation takes no input. */
  readonly input?: z.ZodMiniType
  /** Copies an input with nested records; by default, the fields of the schema are copied. */
  copy?(input: Input): Input
  /** A method whose input is easily confused with this one's. */
  readonly sibling?: SiblingMethod
  /** Creates the body of a checked input. */
  encode?(input: Input, context: EncodeContext): unknown
  decode(body: unknown, context: DecodeContext): Data | Promise<Data>
  /** Counts the entries of data that is not a list. If the count is 0 and the body also has an error, the response is that error. */
  countEntries?(data: Data): number
  /** Notes in the data whether it is complete, and which response fields the caller overrides. */
  noteCompleteness?(data: Data, isComplete: boolean, overriddenFields: string[]): void
}

/** How the response of an operation is read. */
export type ResponseSpec<Data> = Pick<
  OperationSpec<never, Data>,
  'decode' | 'countEntries' | 'noteCompleteness'
>

/** An operation whose response is a list, of which each item can be read when it arrives. */
export interface ListSpec<Item> extends OperationSpec<undefined, Item[]> {
  createItemReader(log: QuirkLog): (item: unknown, path: Path) => Item
}

/** A method of the client, as messages name it, and the schema of its input. */
export interface SiblingMethod {
  readonly method: string
  readonly schema: z.ZodMiniType
}

export interface EncodeContext {
  readonly log: QuirkLog
  /** How the web searches send a country. */
  readonly searchCountryFormat: CountryFormat
}
