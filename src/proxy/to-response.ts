import { createCrossOriginHeaders } from './cross-origin.ts'
import type { ProxySettings } from './options.ts'
import type { HeaderPair, ProxyResponse } from './response.ts'

/** The headers of each response. They prevent browsers from showing the body as a page of your origin, and caches from storing it. */
const ownHeaders: readonly HeaderPair[] = [
  ['content-type', 'application/json'],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
]

/** The statuses of responses that must not have a body. */
const statusesWithoutBody: readonly number[] = [204, 205, 304]

/** Creates the response for the page. */
export function toResponse(
  { origins }: ProxySettings,
  request: Request,
  { status, headers, body }: ProxyResponse,
): Response {
  const visibleHeaders = [...headers, ...ownHeaders]
  const allHeaders = [...visibleHeaders, ...createCrossOriginHeaders(origins, request, visibleHeaders)]
  return new Response(statusesWithoutBody.includes(status) ? null : body, {
    status,
    headers: allHeaders.map(([name, value]): [string, string] => [name, value]),
  })
}
