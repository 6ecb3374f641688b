import { bodyOf, JsonPieces } from './pieces.ts'

/**
 * A response that no adapter has turned into one of its transport yet.
 *
 * @example
 * const { status, body }: Reply = server.dispatch({
 *   method: 'GET',
 *   path: '/v1/health',
 *   header: () => null,
 *   body: null,
 *   local: true,
 * })
 */
export interface Reply {
  /** The HTTP status. */
  readonly status: number
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The body, mostly JSON; empty if there is none. A long list comes in pieces that are made while they are read:
   * `[...body].join('')` is the whole text in both cases.
   */
  readonly body: string | Iterable<string>
  /**
   * In place of a body: opens a stream that has no end of its own. It makes a piece only when one is asked for, and ends when the
   * signal is aborted.
   */
  readonly live?: ((signal: AbortSignal) => AsyncIterable<string>) | undefined
  /** The file of the console that it stands for: an adapter that has the files sends that. */
  readonly file?: string | undefined
  /** How many milliseconds of the server's clock to wait before it is sent. */
  readonly delay?: number | undefined
  /** How many milliseconds of real time to wait as well. */
  readonly realDelay?: number | undefined
  /** How a fault ends it: the connection breaks before or in the middle of it, or no response ever comes. */
  readonly end?: 'reset' | 'halfway' | 'never' | undefined
  /** Resolves when it may be sent: the changes of the request are stored, and the body is loaded. */
  readonly ready?: Promise<void> | undefined
  /** To call with what is sent once it has waited: the request log shows that, and how long it took. */
  readonly sent?: ((sent: Reply) => void) | undefined
}

/** An error of the service: its sentence goes to the caller (specification: Errors). */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence)
    this.status = status
    this.headers = headers
  }
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' } as const

export function jsonReply(status: number, body: unknown): Reply {
  const text = body instanceof JsonPieces ? bodyOf(body.pieces) : JSON.stringify(body)
  return { status, headers: jsonType, body: text }
}

/** A body that is loaded before it is sent. */
export function loadedReply(body: Promise<unknown>): Reply {
  let pieces: Iterable<string> = []
  const ready = body.then(
    value => {
      pieces = value instanceof JsonPieces ? value.pieces : [JSON.stringify(value)]
    },
    (error: unknown) => {
      throw error instanceof Refusal ? error : unforeseen()
    },
  )
  return { status: 200, headers: jsonType, body: sent(), ready }

  function* sent(): Generator<string> {
    yield* pieces
  }
}

/** A stream of server-sent events. */
export function liveReply(live: NonNullable<Reply['live']>): Reply {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: '', live }
}

export function errorReply({ status, message, headers }: Refusal): Reply & { readonly body: string } {
  const body = JSON.stringify({ statusCode: status, success: false, error: message })
  return { status, headers: { ...jsonType, ...headers }, body }
}

/** An unexpected error: the caller gets the 500 of the specification (specification: Errors). */
export function unforeseen(): Refusal {
  return new Refusal(500, 'The mock server failed unexpectedly.')
}

/** The changes of a request could not be stored. */
export function unkept(): Refusal {
  return new Refusal(500, 'The changes of this request could not be stored.')
}

export const notKept = errorReply(unkept())

/** Resolves to the reply when it may be sent. */
export async function whenReady(reply: Reply): Promise<Reply> {
  try {
    await reply.ready
    return reply
  } catch (error) {
    const failed = error instanceof Refusal ? errorReply(error) : notKept
    // What says who may read it stays.
    return { ...failed, headers: { ...reply.headers, ...failed.headers } }
  }
}
