import type { IncomingRequest } from '../message/request.ts'
import { bearerToken } from '../message/request.ts'
import type { Server } from '../server.ts'

/**
 * Explains why a key is missing or not valid, for the request log and the option `warn`. The explanation is not in the response,
 * because a response has the same bytes over every transport.
 */
export function explainRefusedKey({ removedKeys }: Server, request: IncomingRequest): string {
  const authorization = request.header('authorization')
  if (authorization === null) return request.keyAdvice ?? 'The request has no header Authorization.'
  const apiKey = bearerToken(request)
  if (apiKey === undefined) return 'The header Authorization is not "Bearer <API_KEY>".'
  const method = removedKeys.get(apiKey)
  if (method !== undefined) return `This key was removed by ${method}: create a team again after it.`
  return 'This is the key of no team: server.teams.create() makes keys, and the option keys takes them.'
}
