import type * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoints.ts'
import type { OperationName } from '../contract/operations.ts'
import type { CountryFormat } from '../model/inputs.ts'
import type { DecodeContext } from '../reading/body.ts'
import type { Path, QuirkLog } from '../reading/quirk-log.ts'

/**
 * A client method, and the operation that it calls. Error messages begin with the method name; error objects contain the
 * operation name.
 */
export interface CalledMethod<Operation extends string = OperationName> {
  readonly operation: Operation
  /** The method, such as `entities.create`. */
  readonly methodName: `${'entities' | 'search' | 'service'}.${string}`
}

/** The parts of an operation that the client needs: the input schema, the request encoder, and the response decoder. */
export interface OperationSpec<Input, Data> extends CalledMethod {
  /** The operation's entry in the contract. */
  readonly contract: Endpoint
  /** The schema of the input; undefined if the operation has no input. */
  readonly input?: z.ZodMiniType
  /** A method with a similar input. Error messages about unknown fields suggest this method. */
  readonly sibling?: SiblingMethod
  /** Creates the request body from a valid input. */
  encode?(input: Input, context: EncodeContext): unknown
  decode(body: unknown, context: DecodeContext): Data
  /**
   * Returns the number of entries in data that is not a list. If it is 0 and the body contains an error, the
   * call throws that error.
   */
  countEntries?(data: Data): number
  /**
   * Stores in the data whether the response is complete, and for which response fields the caller's options
   * took effect.
   */
  noteCompleteness?(data: Data, isComplete: boolean, overriddenFields: string[]): void
}

/** The part of an operation that reads the response. */
export type ResponseSpec<Data> = Pick<
  OperationSpec<never, Data>,
  'decode' | 'countEntries' | 'noteCompleteness'
>

/** An operation that returns a list, whose items can be read as they arrive. */
export interface ListSpec<Item> extends OperationSpec<undefined, Item[]> {
  createItemReader(log: QuirkLog): (item: unknown, path: Path) => Item
}

/** A client method, and the schema of its input. */
export interface SiblingMethod extends Pick<CalledMethod, 'methodName'> {
  readonly schema: z.ZodMiniType
  /** Whether the method takes a list of such inputs. */
  readonly takesList?: true
}

export interface EncodeContext {
  readonly log: QuirkLog
  /** The format in which web searches send a country. */
  readonly searchCountryFormat: CountryFormat
}
