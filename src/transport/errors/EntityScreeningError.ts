import type { ErrorCode } from '../error-codes.ts'
import type { Outcome } from '../outcome.ts'

/**
 * The base class of every error of the client. {@link Call} lists what a call may throw.
 *
 * @example
 * try {
 *   await client.entities.list()
 * } catch (error) {
 *   if (EntityScreeningError.is(error)) console.error(error.name, error.message)
 * }
 */
export abstract class EntityScreeningError<Operation extends string = string> extends Error {
  /** How {@link EntityScreeningError.is} recognizes a class, whichever copy of the package it comes from. */
  protected static readonly kind: string = 'EntityScreeningError'
  /** The name of the class, as a text that no bundler changes. */
  override readonly name: string = 'EntityScreeningError'
  /** What kind of error it is, the same in every version: for a log or a `switch`. docs/errors-and-retries.md explains each. */
  abstract readonly code: ErrorCode
  /** What was called: an operation such as `listEntities`, or a function such as `importPortfolio`. */
  readonly operation: Operation
  /**
   * Whether the service did what the call asked for.
   *
   * - `not_done`: certainly not. Nothing was sent, or the service refused it.
   * - `unknown`: possibly. The request may have arrived, and no response says what became of it. Do not repeat a write before
   *   you have checked: after a creation, `client.entities.reconcile` does so.
   * - `done`: certainly. The response was a success, and only its body was lost or is unreadable.
   */
  readonly outcome: Outcome

  /** Created by the client; tests may create one too. */
  constructor(
    message: string,
    { operation, outcome }: Pick<EntityScreeningError<Operation>, 'operation' | 'outcome'>,
  ) {
    super(message)
    this.operation = operation
    this.outcome = outcome
  }

  /**
   * True for an error of this class or a subclass, even from another realm or another copy of this package.
   *
   * @throws TypeError if it is called without its class, as in `[error].filter(NotFoundError.is)`.
   * @example
   * const found = await client.entities.network('no-such-entity').catch(error => {
   *   if (NotFoundError.is(error)) return null
   *   throw error
   * })
   */
  static is<Class extends abstract new (...parameters: never[]) => EntityScreeningError>(
    this: Class,
    value: unknown,
  ): value is InstanceType<Class> {
    if (typeof this !== 'function')
      throw new TypeError('is() must be called on its class, as NotFoundError.is(error)')
    const kind: unknown = Reflect.get(this, 'kind')
    let ancestor: unknown = typeof value === 'object' && value !== null ? value.constructor : null
    while (typeof ancestor === 'function') {
      if (Reflect.get(ancestor, 'kind') === kind) return true
      ancestor = Object.getPrototypeOf(ancestor)
    }
    return false
  }
}
