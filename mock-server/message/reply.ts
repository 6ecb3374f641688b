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
  /** How many milliseconds of the server's clock to wait before it is sent. */
  readonly delay?: number
  /** How a fault ends it: the connection breaks before or in the middle of it, or no response ever comes. */
  readonly end?: 'reset' | 'halfway' | 'never'
  /** Resolves when it may be sent: the changes of the request are stored, and the body is loaded. */
  readonly ready?: Promise<void>
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
  let text = ''
  const ready = body.then(
    value => {
      text = JSON.stringify(value)
    },
    () => {
      throw unforeseen()
    },
  )
  return { status: 200, headers: jsonType, body: pieces(), ready }

  function* pieces(): Generator<string> {
    yield text
  }
}

export function errorReply({ status, message, headers }: Refusal): Reply & { readonly body: string } {
  const body = JSON.stringify({ statusCode: status, success: false, error: message })
  return { status, headers: { ...jsonType, ...headers }, body }
}

/** An unexpected error: the caller gets the 500 of the specification (specification: Errors). */
export function unforeseen(): Refusal {
  return new Refusal(500, 'The mock server failed unexpectedly.')
}

/** The response when the changes of a request could not be stored and are undone. */
export const notKept = errorReply(new Refusal(500, 'The changes of this request could not be stored.'))

/** Resolves to the reply when it may be sent. */
export async function whenReady(reply: Reply): Promise<Reply> {
  try {
    await reply.ready
    return reply
  } catch (error) {
    return error instanceof Refusal ? errorReply(error) : notKept
  }
}
