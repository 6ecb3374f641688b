import { changedReply, type Reply } from './reply.ts'
import type { IncomingRequest } from './request.ts'

/** Lets pages of the origins that are let in read a response. */
export function withCors(
  request: IncomingRequest,
  reply: Reply,
  isLetIn: (origin: string) => boolean,
): Reply {
  const origin = request.header('origin')
  if (origin === null) return reply
  const added = {
    ...(isLetIn(origin) && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'allow, retry-after',
    }),
    vary: 'origin',
  }
  return changedReply(reply, reply => ({ ...reply, headers: { ...reply.headers, ...added } }))
}

/** Responds to a preflight, which a browser sends without a key, and to any other OPTIONS. */
export function preflight(request: IncomingRequest, allowed: readonly string[]): Reply {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const headers: Record<string, string> = { allow, 'access-control-allow-methods': allow }
  headers['access-control-allow-headers'] =
    request.header('access-control-request-headers') ?? 'authorization, content-type'
  headers['access-control-max-age'] = '600'
  if (request.header('access-control-request-private-network') && isLocalOrigin(request.header('origin')))
    headers['access-control-allow-private-network'] = 'true'
  return { status: 204, headers, body: '' }
}

/** True for a page that this machine serves, and for callers that are no page. */
export function isLocalOrigin(origin: string | null): boolean {
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return /^https?:$/.test(protocol) && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(hostname)
}

export function isOrigin(given: string): boolean {
  return URL.canParse(given) && /^https?:/.test(given) && new URL(given).origin === given
}

/**
 * Whether a host name can be registered and made to resolve to this machine: a page under it would count as a local one.
 * Addresses, names without a dot and those of private networks cannot be registered.
 */
export function isRegisteredHost(host: string | null): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  if (/^(\[.*\]|\d+(\.\d+){3})$/.test(hostname)) return false
  return /\..*[^.]/.test(hostname) && !/\.(localhost|local|internal|lan|home\.arpa|test)\.?$/.test(hostname)
}
