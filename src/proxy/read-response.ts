import type { Endpoint } from '../contract/endpoints.ts'
import { Refusal } from '../contract/refusal.ts'
import { isReadHeader } from '../contract/response-headers.ts'
import { isRecord, tryParseJson } from '../shared/json.ts'
import { deriveOutcome, type Outcome, readStatedStatus } from '../transport/attempts/outcome.ts'
import type { FetchResponse } from '../transport/options/options.ts'
import { passBody, readAll, readBeginning, readChunks } from './body.ts'
import type { Bytes } from './bytes.ts'
import type { ProxySettings } from './options.ts'
import { type HeaderPair, type ProxyResponse, refusalToResponse } from './response.ts'
import { strikeKey } from './strike-key.ts'

/** A response of the service whose head has arrived. */
export interface ArrivedResponse {
  readonly response: FetchResponse
  readonly operation: Endpoint
  /** Whether the page sent an `Idempotency-Key`, so that the write must not be sent again. */
  readonly isKeyedWrite: boolean
  /** Ends the request to the service. */
  readonly connection: AbortController
}

type Head = Omit<ProxyResponse, 'body'>

/** Reads the body of a success response. */
export type ReadBody<Body> = (
  settings: ProxySettings,
  arrived: ArrivedResponse,
  head: Head,
) => ProxyResponse<Body> | Promise<ProxyResponse<Body>>

/** Reads a response of the service as the page may get it, without the key. */
export async function readResponse<Body>(
  settings: ProxySettings,
  arrived: ArrivedResponse,
  readBody: ReadBody<Body>,
): Promise<ProxyResponse<Body | Bytes>> {
  const { response } = arrived
  const { status, headers } = response
  // A `Response` can only have a status from 200 to 599. Any other status does not show whether the request
  // was processed.
  if (status < 200 || status > 599) throw new TypeError(`the service responded with the status ${status}`)
  if (status >= 300) return readError(settings, arrived)
  const head = { status, headers: readHeaders(settings, response), outcome: deriveOutcome(status, headers) }
  if (status === 204 || status === 205) return { ...head, body: new Uint8Array() }
  if (!isJsonType(headers.get('content-type'))) return refuseOtherContent(settings, arrived)
  return readBody(settings, arrived, head)
}

/** Returns the headers that the client reads, with the key masked. */
function readHeaders({ mask }: ProxySettings, { headers }: FetchResponse): HeaderPair[] {
  return [...headers].filter(([name]) => isReadHeader(name)).map(([name, value]) => [name, mask(value)])
}

function isJsonType(contentType: string | null): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
}

/** Refuses a success response in another format, such as a login page: it does not show whether the service processed the request. */
function refuseOtherContent(
  { mask, onError }: ProxySettings,
  { response, isKeyedWrite, connection }: ArrivedResponse,
): ProxyResponse<Bytes> {
  const contentType = response.headers.get('content-type') ?? 'without a content type'
  const message = `The response of the service is not JSON (${response.status}, ${mask(contentType)}).`
  connection.abort()
  onError(new Error(message))
  return refusalToResponse(new Refusal(isKeyedWrite ? 504 : 502, message), 'unknown')
}

/** The maximum size of an error body in bytes. Masking the key in a longer body would take too much time. */
const maxErrorBytes = 64 * 1024

/** Reads an error. Its body is masked, and passed on only if it is JSON. */
async function readError(
  settings: ProxySettings,
  { response, connection }: ArrivedResponse,
): Promise<ProxyResponse<Bytes>> {
  const { status, headers } = response
  const outcome = deriveOutcome(status, headers)
  if (status === 401) {
    connection.abort()
    settings.onError(new Error('the service refused the API key of the proxy (401)'))
    return refusalToResponse(new Refusal(424, 'The service refused the API key of this server.'), outcome)
  }
  const bytes = await readBeginning(readChunks(response), maxErrorBytes)
  const text = bytes === null ? '' : new TextDecoder().decode(bytes)
  const reason = bytes === null ? `an error of more than ${maxErrorBytes} bytes` : 'an error that is not JSON'
  const body =
    tryParseJson(text) === undefined
      ? new Refusal(status, `The service responded with ${reason} (${status}).`).body
      : maskBody(settings, text)
  return { status, headers: readHeaders(settings, response), body: new TextEncoder().encode(body), outcome }
}

/** Masks the key in a JSON text in each spelling, such as base64, because error texts may quote it. */
function maskBody({ mask }: ProxySettings, text: string): string {
  // In JSON, some characters of the key may be escaped.
  const plainText = JSON.stringify(tryParseJson(text)) ?? text
  const masked = mask(plainText)
  return masked === plainText ? mask(text) : masked
}

/** Passes the body of a success response on as it arrives. */
export const passArrivingBody: ReadBody<ReadableStream<Bytes>> = (
  settings,
  { response, connection },
  head,
) => ({ ...head, body: passBody(settings, response, connection) })

/** Reads the body of a success response to its end. */
export const readCompleteBody: ReadBody<Bytes> = async (settings, { response, operation }, head) => {
  const bytes = await readAll(strikeKey(readChunks(response), settings.apiKey))
  const text = new TextDecoder().decode(bytes)
  const body = operation.tellsErrors ? new TextEncoder().encode(maskBody(settings, text)) : bytes
  return { ...head, body, outcome: deriveStatedOutcome(response, head.outcome, text) }
}

/** Derives the outcome from the error status in the body of a success response. The client reads that body as an error, too. */
function deriveStatedOutcome({ headers }: FetchResponse, outcome: Outcome, text: string): Outcome {
  const body = text.length > maxErrorBytes ? undefined : tryParseJson(text)
  const statedStatus = isRecord(body) && (body.data ?? null) === null ? readStatedStatus(body) : null
  return statedStatus === null ? outcome : deriveOutcome(statedStatus, headers)
}
