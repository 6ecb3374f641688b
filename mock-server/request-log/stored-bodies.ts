import { type Body, countBodyBytes, readBodyText } from '../message/response-body.ts'

/** The maximum number of characters of a body in its record. */
const maxBodyLength = 10_000
const maxLongBodyLength = 1_000_000

/** Whether a body is too long for its record, and short enough to be stored beside it. */
export function isLongBody(body: string): boolean {
  return body.length > maxBodyLength && body.length <= maxLongBodyLength
}

/** Returns the text of a body; null if the body is bytes, and too long to store. */
export function readLongBody(body: Body): string | null {
  return typeof body === 'string' || countBodyBytes(body) <= maxLongBodyLength ? readBodyText(body) : null
}

/** Returns a short body; null for a long body, because even a part of the body would keep the complete string in memory. */
export function selectShortBody(body: Body | null): string | null {
  return typeof body === 'string' && body.length <= maxBodyLength ? body : null
}
