import type { PreparedBody } from './prepared-body.ts'

/**
 * A request, whatever brought it.
 *
 * @example
 * const headers = new Headers({ authorization: `Bearer ${apiKey}` })
 * const request: IncomingRequest = {
 *   method: 'POST',
 *   path: '/v1/entities',
 *   header: name => headers.get(name),
 *   body: JSON.stringify({ type: 'person', name: 'Ilse Brandt' }),
 *   local: true,
 * }
 * console.log(server.dispatch(request).status) // 201
 */
export interface IncomingRequest {
  /** The HTTP method, in capitals. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** The value of a header, by its name in small letters; null where it is not there. */
  header(name: string): string | null
  /**
   * The body, as text, as the bytes that came, or what `server.prepare` has made of them; null where it was longer than the
   * server takes.
   */
  readonly body: string | Uint8Array | PreparedBody | null
  /** Whether it comes from this machine: the control API answers to nobody else. */
  readonly local: boolean
}
