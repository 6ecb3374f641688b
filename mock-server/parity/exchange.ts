import type { OperationName } from '../../src/contract/operations.ts'
import { tryDecodeUriComponent } from '../../src/shared/text/decode-uri-component.ts'

/** A request to a service and its response. Exchanges answer the questions that the specification leaves open. */
export interface Exchange {
  /** When the request was sent, in milliseconds since 1970. */
  readonly at: number
  /** The operation of the specification; `null` for any other request. */
  readonly operation: OperationName | null
  /** The HTTP method. */
  readonly method: string
  /** The path below the service's base URL, such as `/v1/entities`. */
  readonly path: string
  /** The API key in the request: the caller's own key, a wrong key, or none. */
  readonly key: 'own' | 'wrong' | 'none'
  /** The media type of the request's body; `null` if there is no body. */
  readonly contentType: string | null
  /** The request's `Idempotency-Key`; `null` if the request has none. */
  readonly idempotencyKey: string | null
  /** The request's body, parsed from JSON; `undefined` if there is no body, or if it is not JSON. */
  readonly request: unknown
  /** The HTTP status of the response. */
  readonly status: number
  /** The headers of the response, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of the response; `null` if it was too long to keep. */
  readonly text: string | null
  /** The body of the response, parsed from JSON; `undefined` if it is not JSON. */
  readonly body: unknown
}

/** The identifier in a path such as `/v1/entities/{id}/network`. */
export function entityIdIn({ path }: Pick<Exchange, 'path'>): string {
  return tryDecodeUriComponent(path.split('/')[3] ?? '')
}

/** The identifier that `verify` uses to request an entity that does not exist. */
export const unknownEntityId = 'unknown-entity'
