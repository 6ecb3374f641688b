import { bodyOf, JsonPieces } from './pieces.ts'

/** A response that no adapter has turned into one of its transport yet. */
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
  /** Resolves to what is sent in its place, once the changes of the request are stored and what it needs is loaded. */
  readonly ready?: Promise<Reply> | undefined
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

/** Whether HTTP has a body for a status. */
export function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** A success that is no JSON. */
export function textReply(body: string): Reply {
  if (body === '') return { status: 204, headers: {}, body }
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

export function jsonReply(status: number, body: unknown): Reply {
  const text = body instanceof JsonPieces ? bodyOf(body.pieces) : JSON.stringify(body)
  return { status, headers: jsonType, body: text }
}

/** A response that is being made; what goes wrong meanwhile becomes the response. */
export function laterReply(work: Promise<Reply>, replyOf: (error: unknown) => Reply = failed): Reply {
  return { status: 200, headers: jsonType, body: '', ready: work.catch(replyOf) }
}

/** A response with changes, which one that takes its place has too. */
export function changedReply(reply: Reply, change: (reply: Reply) => Reply): Reply {
  const changed = change(reply)
  return reply.ready === undefined ? changed : { ...changed, ready: reply.ready.then(change) }
}

export function liveReply(live: NonNullable<Reply['live']>): Reply {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: '', live }
}

export function errorReply({ status, message, headers }: Refusal): Reply & { readonly body: string } {
  const body = JSON.stringify({ statusCode: status, success: false, error: message })
  return { status, headers: { ...jsonType, ...headers }, body }
}

/** An error as a response: what is no refusal must not stop the server, and is the 500 of the specification. */
export function failed(error: unknown): Reply & { readonly body: string } {
  return errorReply(
    error instanceof Refusal ? error : new Refusal(500, 'The mock server failed unexpectedly.'),
  )
}

/** The refusal of a request whose changes could not be stored: that of a caller's listener has its own sentence. */
export function unkept(error: unknown): Refusal {
  return error instanceof Refusal
    ? error
    : new Refusal(500, 'The changes of this request could not be stored.')
}
