import { Refusal } from '../../src/contract/refusal.ts'
import { warnOfForeignPage } from '../http/warn-of-foreign-page.ts'
import { isLocalOrigin, isRegisteredHost, isSameOrigin } from '../message/origins.ts'
import { bearerToken, hasBody, type IncomingRequest, isJson, pathOf } from '../message/request.ts'
import type { Server } from '../server.ts'
import { isSameToken } from './token.ts'

type Head = Omit<IncomingRequest, 'body'>

/** @throws Refusal with the status 401 or 403 if the caller may not use the control API. */
export function authorize(server: Server, request: Head): void {
  refuseForeignPages(server, request)
  const { adminToken } = server
  if (adminToken === undefined) {
    if (!request.local || proxyHeaders.some(name => request.header(name) !== null))
      throw new Refusal(
        403,
        'Without adminToken (--admin-token), the control API serves this machine only, and no proxy.',
      )
  } else if (!isSameToken(bearerToken(request) ?? '', adminToken))
    throw new Refusal(401, 'The token of the control API is missing or wrong.')
}

/** The headers that most proxies add to requests. Callers behind a proxy may be on other machines. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Refuses requests from foreign pages, even with a token. @throws Refusal with the status 403. */
export function refuseForeignPages(server: Server, request: Head): void {
  const { adminOrigins } = server
  const host = request.header('host')
  // A page from another host is foreign even if the host name resolves to this machine.
  if (host !== null && !isOwnHost(host, request.host, adminOrigins)) {
    warnOfForeignPage(server, { host }, advice)
    throw new Refusal(403, `The control API does not respond under this host name: ${advice}`)
  }
  const origin = request.header('origin')
  const isAllowed =
    origin === null
      ? // For a request without CORS, such as one for an image, a browser sends no origin.
        request.header('sec-fetch-site') !== 'cross-site' || request.header('sec-fetch-mode') === 'navigate'
      : isLocalOrigin(origin) ||
        (host !== null && isSameOrigin(origin, host)) ||
        adminOrigins.includes(origin)
  if (isAllowed) return
  if (origin !== null) warnOfForeignPage(server, { origin }, advice)
  throw new Refusal(403, `The control API accepts no requests from this origin: ${advice}`)
}

const advice = 'adminOrigins (--admin-origin) allows others than those of this machine.'

/** Whether a host is a loopback name, the host that the server listens on, or the host of an allowed origin. */
function isOwnHost(host: string, listensOn: string | undefined, adminOrigins: readonly string[]): boolean {
  if (isLocalOrigin(`http://${host}`)) return true
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  // A server that listens on all addresses accepts every host name, except registered names, because these may belong to foreign
  // pages.
  if (listensOn === '0.0.0.0' || listensOn === '[::]') {
    if (!isRegisteredHost(host)) return true
  } else if (hostname === listensOn) return true
  return adminOrigins.some(origin => new URL(origin).hostname === hostname)
}

/**
 * Refuses a body that is not JSON, because a foreign page can post a form without a preflight request.
 *
 * @throws Refusal with the status 415.
 */
export function assertJson(request: IncomingRequest): void {
  if (request.body === null || !hasBody(request) || isJson(request)) return
  throw new Refusal(415, 'The control API takes JSON only: send the header Content-Type: application/json.')
}

/** The maximum length of a snapshot, in bytes. The JavaScript engine cannot hold strings longer than 512 MiB. */
export const snapshotLimit = 500 * 1024 * 1024

/**
 * Returns the maximum length of a body, in bytes. An authorized caller may send a snapshot of any length that the server can
 * export. Other callers may send only short bodies, so that they cannot fill the memory.
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
