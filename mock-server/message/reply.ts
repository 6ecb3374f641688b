import { bodyOf, JsonPieces } from './pieces.ts'

/**
 * An answer, before an adapter makes it one of its transport.
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
  /** Its headers, their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The body: JSON most often; empty where there is none. That of a long list comes in pieces, which are made while they are
   * taken: `[...body].join('')` is the whole text of either.
   */
  readonly body: string | Iterable<string>
  /** Milliseconds of the server's clock until it is sent. */
  readonly delay?: number
  /** Where it goes wrong on the way: the connection breaks before it or in the middle of it, or nothing ever comes. */
  readonly end?: 'reset' | 'halfway' | 'never'
  /** Resolves when it may be sent: what the request changed is kept, and its body is loaded. */
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

/** What nobody foresaw: the caller gets the specification's 500 (specification: Errors). */
export function unforeseen(): Refusal {
  return new Refusal(500, 'The mock server failed unexpectedly.')
}

/** The answer where what a request changed could not be kept: it is undone. */
export const notKept = errorReply(new Refusal(500, 'What this request changed could not be kept.'))

/** The reply, when it may be sent. */
export async function whenReady(reply: Reply): Promise<Reply> {
  try {
    await reply.ready
    return reply
  } catch (error) {
    return error instanceof Refusal ? errorReply(error) : notKept
  }
}
