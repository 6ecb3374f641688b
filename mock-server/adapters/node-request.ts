import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IncomingRequest } from '../message/request.ts'

export const noBody = new Uint8Array()

/** A request of `node:http`. It is a class, so that all requests share their methods, and nothing is read before it is needed. */
export class NodeRequest implements IncomingRequest {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  /** The host name that the server listens on. */
  readonly host: string
  body: Uint8Array | null = noBody

  constructor(message: IncomingMessage, response: ServerResponse, host: string) {
    this.message = message
    this.response = response
    this.method = message.method ?? 'GET'
    this.path = message.url ?? '/'
    this.host = host
  }

  header(name: string): string | null {
    return this.message.headers[name]?.toString() ?? null
  }

  get headers(): readonly string[] {
    return this.message.rawHeaders
  }

  get local(): boolean {
    return isLoopback(this.message.socket.remoteAddress)
  }

  /** Returns a signal that is aborted when the connection closes or the server stops. */
  disconnectSignal(): AbortSignal {
    const controller = new AbortController()
    this.response.on('close', () => controller.abort())
    if (this.response.destroyed) controller.abort()
    return controller.signal
  }
}

function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
