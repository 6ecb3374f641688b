import { memoize } from '../../src/shared/memoize.ts'
import { mapReply, type Reply } from './reply.ts'
import type { IncomingRequest } from './request.ts'

/** Adds the CORS headers that let a page from an allowed origin read the response. */
export function withCors(
  request: IncomingRequest,
  reply: Reply,
  isAllowedOrigin: (origin: string) => boolean,
): Reply {
  const origin = request.header('origin')
  if (origin === null) return reply
  const corsHeaders = {
    ...(isAllowedOrigin(origin) && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'allow, retry-after, x-request-id',
    }),
    vary: 'origin',
  }
  return mapReply(reply, reply => ({ ...reply, headers: { ...reply.headers, ...corsHeaders } }))
}

/** Creates the response to an OPTIONS request, such as a preflight request of a browser, which has no key. */
export function preflightReply(request: IncomingRequest, methods: readonly string[]): Reply {
  const allow = [...methods, 'OPTIONS'].join(', ')
  const headers: Record<string, string> = { allow, 'access-control-allow-methods': allow }
  headers['access-control-allow-headers'] =
    request.header('access-control-request-headers') ?? 'authorization, content-type'
  headers['access-control-max-age'] = '600'
  if (request.header('access-control-request-private-network') && isLocalOrigin(request.header('origin')))
    headers['access-control-allow-private-network'] = 'true'
  return { status: 204, headers, body: '' }
}

/** Whether a request comes from a page served by this machine, or from a program, which sends no `Origin` header. */
export function isLocalOrigin(origin: string | null): boolean {
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return /^https?:$/.test(protocol) && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(hostname)
}

/** Whether a page of this origin was served under this host name. */
export function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}

/**
 * Whether a host name can be registered. The owner of a registered name can make it resolve to this machine, so that a foreign
 * page seems local. Addresses, names without a dot and names of private networks cannot be registered.
 */
export const isRegisteredHost = memoize((host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  if (/^(\[.*\]|\d+(\.\d+){3})$/.test(hostname)) return false
  return /\..*[^.]/.test(hostname) && !/\.(localhost|local|internal|lan|home\.arpa|test)\.?$/.test(hostname)
})
