import { asError } from '../../pacing/stop-controller.ts'

/** How long a holder may be sure of its journal. */
export interface Hold {
  /** Aborted once it is lost. */
  readonly lost: AbortSignal
  /** @throws Error if it is lost, or may be. */
  check(): void
  /** @returns why it is lost: the first cause, as an error. */
  lose(cause: unknown): Error
  /** Ends it: nothing more is looked at. */
  end(): void
}

/** A hold that is lost once what is given throws. */
export function createHold(requireHeld: () => void, end = () => {}): Hold {
  const controller = new AbortController()

  function lose(cause: unknown): Error {
    end()
    controller.abort(asError(cause))
    return controller.signal.reason
  }

  return {
    lost: controller.signal,
    check() {
      controller.signal.throwIfAborted()
      try {
        requireHeld()
      } catch (error) {
        throw lose(error)
      }
    },
    lose,
    end,
  }
}
