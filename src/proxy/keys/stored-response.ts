import { Refusal } from '../../contract/refusal.ts'
import type { Bytes } from '../bytes.ts'
import type { ProxyResponse } from '../response.ts'
import type { StoredResponse } from './idempotency-store.ts'

/** The maximum size of a body to store, in bytes. The answer to a creation is far shorter; that to a large bulk request may be longer. */
const maxStoredBytes = 64 * 1024

/** The number of bytes to convert in one call. Engines limit the number of arguments of a call. */
const chunkSize = 8192

export function toStoredResponse({ status, outcome, headers, body }: ProxyResponse<Bytes>): StoredResponse {
  if (body.length > maxStoredBytes) return { status, outcome, headers, body: null }
  let binary = ''
  for (let start = 0; start < body.length; start += chunkSize)
    binary += String.fromCharCode(...body.subarray(start, start + chunkSize))
  return { status, outcome, headers, body: btoa(binary) }
}

/** @throws Refusal (504) if the body was not stored. */
export function fromStoredResponse({ status, outcome, headers, body }: StoredResponse): ProxyResponse<Bytes> {
  if (body === null) {
    const processed = outcome === 'done' ? 'was processed' : 'may have been processed'
    const message = `The request ${processed} (${status}), and the answer was not kept: reconcile.`
    throw new Refusal(504, message)
  }
  const bytes = Uint8Array.from(atob(body), character => character.charCodeAt(0))
  return { status, headers, body: bytes, outcome }
}
