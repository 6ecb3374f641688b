import type { Server } from '../server.ts'
import { Refusal } from './reply.ts'
import type { IncomingRequest } from './request.ts'

/** The token of the header Authorization: Bearer; undefined without one (specification: Authentication). */
export function bearerToken(request: Pick<IncomingRequest, 'header'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
}

/** The body; a Refusal of 413 where it was longer than the server takes. */
export function requireBody({ bodyLimit }: Pick<Server, 'bodyLimit'>, { body }: IncomingRequest): string {
  if (body === null) throw new Refusal(413, `The body is longer than ${bodyLimit} bytes.`)
  return body
}

/** An id as it was before it was put into a path; a Refusal of 400 where it cannot be told. */
export function decodeId(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(400, 'The id in the path is not correctly percent-encoded.')
  }
}
