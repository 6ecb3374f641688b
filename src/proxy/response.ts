import { Refusal } from '../contract/refusal.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import type { Bytes } from './bytes.ts'

/** A header as a pair of name and value. */
export type HeaderPair = readonly [name: string, value: string]

/** A response on its way to the page. Its body is a stream if the page gets it as it arrives from the service. */
export interface ProxyResponse<Body = Bytes | ReadableStream<Bytes>> {
  readonly status: number
  /** The headers without those that each response of the proxy has. */
  readonly headers: readonly HeaderPair[]
  readonly body: Body
  /** Whether the service has processed the request. */
  readonly outcome: Outcome
}

export function refusalToResponse(refusal: Refusal, outcome: Outcome): ProxyResponse<Bytes> {
  const body = new TextEncoder().encode(refusal.body)
  return { status: refusal.status, headers: Object.entries(refusal.headers), body, outcome }
}

/** Creates the refusal of a request that certainly was not sent, and may be sent again. */
export function createNotSentRefusal(): Refusal {
  return new Refusal(503, 'The request was not sent to the service: send it again.', { 'retry-after': '1' })
}
