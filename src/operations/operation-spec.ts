import type * as z from 'zod/mini'
import type { Operation, OperationName } from '../contract/operations.ts'
import type { CountryFormat } from '../model/inputs.ts'
import type { DecodeContext } from '../reading/body.ts'
import type { Path, QuirkLog } from '../reading/quirk-log.ts'

/** A method of the client, and its operation. Messages begin with the method; errors contain the operation. */
export interface CalledMethod<Operation extends string = OperationName> {
  readonly operation: Operation
  /** The method, such as `entities.create`. */
  readonly methodName: `${'entities' | 'search' | 'service'}.${string}`
}

/** The client's part of an operation: the schema of its input, the request, and the decoder of the response. */
export interface OperationSpec<Input, Data> extends CalledMethod {
  /** The row of the contract. */
  readonly contract: Operation
  /** The schema of the input; undefined if the operation has no input. */
  readonly input?: z.ZodMiniType
  /** Copies the input. Default: copies the fields of the schema. Required for nested records. */
  copy?(input: Input): Input
  /** A method with a similar input: messages about unknown fields suggest it. */
  readonly sibling?: SiblingMethod
  /** Creates the request body from a valid input. */
  encode?(input: Input, context: EncodeContext): unknown
  decode(body: unknown, context: DecodeContext): Data | Promise<Data>
  /** Counts the entries of data that is not a list. If there are none, and the body contains an error, the call throws the error. */
  countEntries?(data: Data): number
  /** Sets in the data whether it is complete, and which fields of the response the caller overrode. */
  noteCompleteness?(data: Data, isComplete: boolean, overriddenFields: string[]): void
}

/** The part of an operation that reads the response. */
export type ResponseSpec<Data> = Pick<
  OperationSpec<never, Data>,
  'decode' | 'countEntries' | 'noteCompleteness'
>

/** An operation that returns a list. Each item can be read when it arrives. */
export interface ListSpec<Item> extends OperationSpec<undefined, Item[]> {
  createItemReader(log: QuirkLog): (item: unknown, path: Path) => Item
}

/** A method, and the schema of its input. */
export interface SiblingMethod extends Pick<CalledMethod, 'methodName'> {
  readonly schema: z.ZodMiniType
}

export interface EncodeContext {
  readonly log: QuirkLog
  /** The format of a country in the web searches. */
  readonly searchCountryFormat: CountryFormat
}
