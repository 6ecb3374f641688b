import type { Reply } from '../http/reply.ts'
import type { IncomingRequest } from '../http/request.ts'

/** Answers a web-standard Request in process; `basePath` is what stands before the service's own paths. */
export async function answerRequest(
  dispatch: (request: IncomingRequest) => Reply,
  request: Request,
  bodyLimit: number,
  basePath = '',
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const text = await request.text()
  const { status, headers, body } = dispatch({
    method: request.method,
    path: (pathname.slice(basePath.length) || '/') + search,
    header: name => request.headers.get(name),
    body: byteLength(text) > bodyLimit ? null : text,
    local: true,
  })
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
