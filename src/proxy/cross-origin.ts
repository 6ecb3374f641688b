import { Refusal } from '../contract/refusal.ts'
import type { HeaderPair } from './response.ts'

/** The origins of the option `origins`. */
type Origins = ReadonlySet<string>

/** Returns the origin of the page that sends a request if the option `origins` lists it; else null. */
function listedOriginOf(origins: Origins, headers: Headers): string | null {
  const origin = headers.get('origin')
  return origin !== null && origins.has(origin) ? origin : null
}

/**
 * Refuses requests from pages on other sites, because browsers send your site's cookies with them. Subdomains are other sites too.
 *
 * @throws Refusal (403)
 */
export function refuseOtherSites(origins: Origins, { headers }: Request): void {
  const isOwnPage = (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  if (!isOwnPage && listedOriginOf(origins, headers) === null)
    throw new Refusal(
      403,
      'Requests of other sites are refused, except from the origins that the proxy lists.',
    )
}

/** The time in seconds for which a browser may remember the answer to a preflight. */
const preflightSeconds = '600'

/** Whether a browser asks for permission to send a request from a page of a listed origin. */
export function isPreflight(origins: Origins, { method, headers }: Request): boolean {
  return method === 'OPTIONS' && listedOriginOf(origins, headers) !== null
}

/** Creates the headers that answer a preflight. Allows all headers that the page asks for, because none is passed on. */
export function createPreflightHeaders({ headers }: Request): HeaderPair[] {
  return [
    ['access-control-allow-methods', 'GET, POST, PUT'],
    ['access-control-allow-headers', headers.get('access-control-request-headers') ?? 'content-type'],
    ['access-control-max-age', preflightSeconds],
  ]
}

/** Creates the headers with which a browser lets a page of a listed origin read a response and all its headers. */
export function createCrossOriginHeaders(
  origins: Origins,
  { headers }: Request,
  responseHeaders: readonly HeaderPair[],
): HeaderPair[] {
  if (origins.size === 0) return []
  const origin = listedOriginOf(origins, headers)
  if (origin === null) return [['vary', 'origin']]
  return [
    ['vary', 'origin'],
    ['access-control-allow-origin', origin],
    ['access-control-allow-credentials', 'true'],
    ['access-control-expose-headers', responseHeaders.map(([name]) => name).join(', ')],
  ]
}
