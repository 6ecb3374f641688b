import { answerRequest, ConnectionReset } from '../http/fetch.ts'
import type { MockServer } from '../mock-server.ts'
import { type HandlerOptions, readHandlerOptions } from './handler-options.ts'

/**
 * The members of Playwright's `Route` that a handler uses. They are declared here, because the package does not depend on
 * Playwright.
 */
export interface PlaywrightRoute {
  /** Returns the request from the page. */
  readonly request: () => {
    /** Returns the HTTP method. */
    readonly method: () => string
    /** Returns the URL. */
    readonly url: () => string
    /** Returns the headers. */
    readonly headers: () => Record<string, string>
    /** Returns the body; null if there is none. */
    readonly postDataBuffer: () => Uint8Array | null
  }
  /** Responds to the request. */
  readonly fulfill: (response: {
    status: number
    headers: Record<string, string>
    body: string
  }) => Promise<void>
  /** Breaks the connection of the request. */
  readonly abort: (errorCode: string) => Promise<void>
  /** Passes the request on to other handlers, or to the network. */
  readonly fallback: () => Promise<void>
}

/**
 * Creates a handler for Playwright's `page.route`, so that a mock server in the test process responds to the requests from a
 * page. Requests to other addresses are passed on.
 *
 * @param server - The mock server that responds.
 * @param options - The address of the service, absolute or as a path on any origin, and a key to add.
 * @throws TypeError if `baseUrl` is neither an http address nor a path, or if `apiKey` belongs to no team.
 * @example
 * const { apiKey } = server.teams.create()
 * const handler = createRouteHandler(server, { baseUrl: '/screening', apiKey })
 * // In a test: await page.route(/\/screening\//, handler)
 */
export function createRouteHandler(
  server: MockServer,
  options: HandlerOptions,
): (route: PlaywrightRoute) => Promise<void> {
  const { baseUrl, ...proxy } = readHandlerOptions(server, options, 'createRouteHandler')
  const { origin, basePath } = readBase(baseUrl)
  return async route => {
    const url = new URL(route.request().url())
    const isOurs = (origin === null || url.origin === origin) && `${url.pathname}/`.startsWith(`${basePath}/`)
    if (!isOurs) return route.fallback()
    try {
      const response = await answerRequest(server, createRequest(route), { ...proxy, basePath })
      const { status, headers } = response
      const body = await response.text()
      await route.fulfill({ status, headers: Object.fromEntries(headers), body })
    } catch (error) {
      if (!(error instanceof ConnectionReset)) throw error
      await route.abort('connectionreset')
    }
  }
}

function createRequest(route: PlaywrightRoute): Request {
  const request = route.request()
  const bytes = request.postDataBuffer()
  const body = bytes === null ? null : new Uint8Array(bytes)
  return new Request(request.url(), { method: request.method(), headers: request.headers(), body })
}

/**
 * Returns the path of a base URL without a slash at its end, and its origin. The origin is null if the base URL is a path
 * without an origin.
 */
function readBase(baseUrl: string): { readonly origin: string | null; readonly basePath: string } {
  const isPath = baseUrl.startsWith('/') && !baseUrl.startsWith('//')
  const base = isPath ? 'http://any.invalid' : undefined
  const url = URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : null
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(baseUrl))
    throw new TypeError(
      'createRouteHandler: baseUrl must be an absolute http or https URL, or a path that begins with /, without a query or a fragment',
    )
  return { origin: isPath ? null : url.origin, basePath: url.pathname.replace(/\/+$/, '') }
}
