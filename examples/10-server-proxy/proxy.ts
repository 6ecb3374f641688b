// A route of your server that adds the key, so that the key never reaches a browser. There, the client is
// `new EntityScreening({ apiKey: null, baseUrl: '/screening' })`, and the route handles `/screening/*`.
import { type Operation, operations } from 'entity-screening-sdk/schemas'

interface ProxyOptions {
  /** The base URL of the service. */
  baseUrl: string
  apiKey: string
  /** Whether the caller may act for your team. Check your own session here. */
  isAllowed: (request: Request) => boolean | Promise<boolean>
}

/** The operations of the service. All other paths are refused. */
const routes = Object.values<Operation>(operations).map(({ method, path }) => ({
  method,
  path: new RegExp(`^/screening(${path.replace('{id}', '[^/%]+')})$`),
}))

/** Creates a handler for Next.js, Hono, Remix, Bun, Deno and workers. */
export function createProxy({ baseUrl, apiKey, isAllowed }: ProxyOptions) {
  return async (request: Request): Promise<Response> => {
    const { method, signal } = request
    const { pathname } = new URL(request.url)
    const route = routes.find(route => route.method === method && route.path.test(pathname))
    if (route === undefined) return refuse(404, 'There is no such operation.')
    // A page of another origin can send requests here with your user's cookies.
    const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
    if (site !== 'same-origin' || !(await isAllowed(request))) return refuse(401, 'Please sign in.')
    try {
      // Forwards only the body of the request, and returns only what the client reads.
      const response = await fetch(baseUrl + pathname.replace(route.path, '$1'), {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: method === 'GET' ? null : await request.text(),
        redirect: 'manual',
        signal,
      })
      const headers = new Headers()
      for (const name of ['content-type', 'retry-after']) {
        const value = response.headers.get(name)
        if (value !== null) headers.set(name, value)
      }
      // An error of the service may echo the key.
      const text = (await response.text()).replaceAll(apiKey, '…')
      return new Response(text, { status: response.status, headers })
    } catch {
      return refuse(502, 'The service cannot be reached.')
    }
  }
}

/** The form that the service gives its own errors, so that the client understands it. */
function refuse(statusCode: number, error: string): Response {
  return Response.json({ statusCode, success: false, error }, { status: statusCode })
}
