import { Refusal } from '../../src/contract/refusal.ts'
import { type Body, WrittenJson } from './response-body.ts'

/** A response in a form that does not depend on the transport. An adapter converts and sends it. */
export interface Reply {
  /** The HTTP status. */
  readonly status: number
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, usually JSON; empty if there is none. */
  readonly body: Body
  /**
   * Opens an endless stream in place of a body. The stream produces a chunk only when the reader requests one. It ends when the
   * signal is aborted.
   */
  readonly stream?: ((signal: AbortSignal) => AsyncIterable<string>) | undefined
  /** The file of the web console to send in place of the body. Only some adapters have these files. */
  readonly file?: string | undefined
  /** The delay before the response, in milliseconds of the server's clock. */
  readonly delay?: number | undefined
  /** The additional delay, in milliseconds of real time. */
  readonly realDelay?: number | undefined
  /** How a fault ends the response: the connection breaks before the response or halfway through it, or no response ever comes. */
  readonly end?: 'reset' | 'halfway' | 'never' | undefined
  /** Resolves to the reply to send in place of this one, once the modules that the operation needs are loaded. */
  readonly ready?: Promise<Reply> | undefined
  /** Called with the reply after its delay, so that the request log records its status and duration. */
  readonly onSent?: ((reply: Reply) => void) | undefined
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' } as const

/** Whether HTTP allows a body with a status. */
export function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** Creates a success reply whose body is text, not JSON. */
export function textReply(body: string): Reply {
  if (body === '') return { status: 204, headers: {}, body }
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

export function jsonReply(status: number, body: unknown): Reply {
  return { status, headers: jsonType, body: body instanceof WrittenJson ? body.body : JSON.stringify(body) }
}

/** Creates a reply that is not ready yet. If the work fails, its error becomes the reply. */
export function pendingReply(work: Promise<Reply>, toReply: (error: unknown) => Reply = failureReply): Reply {
  return { status: 200, headers: jsonType, body: '', ready: work.catch(toReply) }
}

/** Applies a change to a reply, and to the reply that its `ready` resolves to. */
export function mapReply(reply: Reply, change: (reply: Reply) => Reply): Reply {
  const changed = change(reply)
  return reply.ready === undefined ? changed : { ...changed, ready: reply.ready.then(change) }
}

export function streamReply(stream: NonNullable<Reply['stream']>): Reply {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: '', stream }
}

export function errorReply({ status, body, headers }: Refusal): Reply & { readonly body: string } {
  return { status, headers: { ...jsonType, ...headers }, body }
}

/** Turns an error into a reply. An error that is not a Refusal becomes a 500, so that it does not stop the server. */
export function failureReply(error: unknown): Reply & { readonly body: string } {
  return errorReply(
    error instanceof Refusal ? error : new Refusal(500, 'The mock server failed unexpectedly.'),
  )
}
