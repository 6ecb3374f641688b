import type { Reply } from './reply.ts'
import type { IncomingRequest } from './request.ts'

/** Lets pages of other origins read an answer, with and without credentials; the key is the only guard there is. */
export function withCors(request: IncomingRequest, reply: Reply): Reply {
  const origin = request.header('origin')
  if (origin === null) return reply
  const headers = {
    ...reply.headers,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'allow, retry-after',
    vary: 'origin',
  }
  return { ...reply, headers }
}

/** Answers a preflight, which a browser sends without a key, and any other OPTIONS. */
export function preflight(request: IncomingRequest, allowed: readonly string[]): Reply {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const headers: Record<string, string> = { allow, 'access-control-allow-methods': allow }
  headers['access-control-allow-headers'] =
    request.header('access-control-request-headers') ?? 'authorization, content-type'
  headers['access-control-max-age'] = '600'
  if (request.header('access-control-request-private-network'))
    headers['access-control-allow-private-network'] = 'true'
  return { status: 204, headers, body: '' }
}

/** True for a page that this machine serves, and for callers that are no page. */
export function isLocalOrigin(origin: string | null): boolean {
  if (origin === null) return true
  return (
    URL.canParse(origin) && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
  )
}
