import { Refusal } from '../../src/contract/refusal.ts'
import { isLocalOrigin, isRegisteredHost } from '../message/origins.ts'
import { bearerToken, hasBody, type IncomingRequest, isJson, pathOf } from '../message/request.ts'
import type { Server } from '../server.ts'

type Head = Omit<IncomingRequest, 'body'>

/** @throws Refusal of 401 or 403 if the caller may not use the control API. */
export function authorize(server: Server, request: Head): void {
  refuseForeignPages(server, request)
  const { isAdminToken } = server
  if (isAdminToken === null) {
    if (!request.local || proxyHeaders.some(name => request.header(name) !== null))
      throw new Refusal(
        403,
        'Without adminToken (--admin-token), the control API serves this machine only, and no proxy.',
      )
  } else if (!isAdminToken(bearerToken(request) ?? ''))
    throw new Refusal(401, 'The token of the control API is missing or wrong.')
}

/** A proxy on this machine may bring callers of any other; most say so in one of these headers. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Refuses pages of other sites, even with a token. @throws Refusal of 403. */
export function refuseForeignPages({ adminOrigins }: Pick<Server, 'adminOrigins'>, request: Head): void {
  const host = request.header('host')
  // A page of another site may have a name that resolves to this machine.
  if (host !== null && !isOwnHost(host, request.host, adminOrigins))
    throw new Refusal(403, `The control API does not respond under this host name: ${advice}`)
  const origin = request.header('origin')
  const isLetIn =
    origin === null
      ? // Without CORS, a browser names no origin, as for an image.
        request.header('sec-fetch-site') !== 'cross-site' || request.header('sec-fetch-mode') === 'navigate'
      : isLocalOrigin(origin) || isSameOrigin(origin, host) || adminOrigins.includes(origin)
  if (!isLetIn) throw new Refusal(403, `The control API accepts no requests from this origin: ${advice}`)
}

const advice = 'adminOrigins (--admin-origin) allows others than those of this machine.'

/** A loopback name, the host that the server listens on, or that of an origin that is let in. */
function isOwnHost(host: string, listensOn: string | undefined, adminOrigins: readonly string[]): boolean {
  if (isLocalOrigin(`http://${host}`)) return true
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  // A server on all addresses has every host name except registered ones, which others could point here.
  if (listensOn === '0.0.0.0' || listensOn === '[::]') {
    if (!isRegisteredHost(host)) return true
  } else if (hostname === listensOn) return true
  return adminOrigins.some(origin => new URL(origin).hostname === hostname)
}

function isSameOrigin(origin: string, host: string | null): boolean {
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`)
}

/** Takes JSON only: a page of another site can post a form or text without asking first. @throws Refusal of 415. */
export function assertJson(request: IncomingRequest): void {
  if (request.body === null || !hasBody(request) || isJson(request)) return
  throw new Refusal(415, 'The control API takes JSON only: send the header Content-Type: application/json.')
}

/** The longest snapshot, in bytes: the engine has no string of more than 512 MiB. */
export const snapshotLimit = 500 * 1024 * 1024

/**
 * The maximum body length in bytes. A snapshot may be as long as one that the server exports, but only if its caller is
 * authorized: nobody else can fill the memory.
 */
export function bodyLimitOf(server: Server, request: Head): number {
  if (request.method !== 'PUT' || pathOf(request) !== '/__admin/snapshot') return server.bodyLimit
  try {
    authorize(server, request)
  } catch {
    return server.bodyLimit
  }
  return Math.max(server.bodyLimit, snapshotLimit)
}
