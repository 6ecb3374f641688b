import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Reply } from '../message/reply.ts'

/** Sends the parts of a long body in one write. */
export function sendParts(response: ServerResponse, parts: readonly Uint8Array[]): void {
  response.cork()
  for (const part of parts) response.write(part)
  response.end()
}

/** Sends an endless stream, no faster than the client reads it, until the connection closes. */
export async function sendStream(
  response: ServerResponse,
  open: NonNullable<Reply['stream']>,
): Promise<void> {
  const closed = new AbortController()
  response.on('close', () => closed.abort())
  await pipeline(open(closed.signal), response)
}
