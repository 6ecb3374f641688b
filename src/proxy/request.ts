import { type Operation, operations } from '../contract/operations.ts'
import { Refusal } from '../contract/refusal.ts'
import { decodeUriComponentOrNull } from '../shared/text/decode-uri-component.ts'

/** The operation that a request calls, and the path of that operation at the service. */
export interface Route {
  readonly operation: Operation
  readonly path: string
}

const patterns = Object.values<Operation>(operations).map(operation => ({
  operation,
  path: new RegExp(`^${operation.path.replace('{id}', '([^/]+)')}$`),
}))

/** Finds the operation that a request calls. @throws Refusal (404) if the service has no such operation. */
export function findRoute({ method, url }: Request, basePath: string): Route {
  const { pathname } = new URL(url)
  const path = pathname.slice(basePath.length)
  const pattern = patterns.find(pattern => pattern.operation.method === method && pattern.path.test(path))
  if (pattern === undefined || !pathname.startsWith(basePath))
    throw new Refusal(
      404,
      `There is no such operation below ${basePath || '/'}, the basePath of the proxy: a framework that removes the path of a route needs basePath: '/'.`,
    )
  const { operation } = pattern
  const [, segment] = pattern.path.exec(path) ?? []
  return {
    operation,
    path: segment === undefined ? path : operation.path.replace('{id}', () => encodeId(segment)),
  }
}

/** Decodes an identifier and encodes it again. Refuses identifiers that could lead to another operation. */
function encodeId(segment: string): string {
  const id = decodeUriComponentOrNull(segment)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches identifiers to refuse.
  if (id === null || /^\.{1,2}$|[/\\\u0000-\u001f\u007f]/.test(id))
    throw new Refusal(400, 'The identifier in the path is none.')
  return encodeURIComponent(id)
}

/** Refuses requests from pages on other sites, because browsers send your site's cookies with them. @throws Refusal (403) */
export function refuseOtherSites({ headers }: Request): void {
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
    throw new Refusal(403, 'Requests of other sites are refused.')
}

/**
 * Reads the body of a request. Returns no bytes for an operation without a body.
 *
 * @throws Refusal (400) if the body is missing; (413) if it is too long; (415) if its content type is not
 * JSON. Forms on other sites cannot send this content type.
 */
export async function readRequestBody(
  request: Request,
  { operation }: Route,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (operation.request === undefined) return new Uint8Array()
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, 'Send the body as application/json.')
  if (Number(request.headers.get('content-length')) > limit) throw tooLong(limit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = request.bodyUsed ? undefined : request.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    length += chunk.value.length
    if (length > limit) {
      reader?.cancel().catch(() => {})
      throw tooLong(limit)
    }
    chunks.push(chunk.value)
  }
  if (length === 0)
    throw new Refusal(
      400,
      'The body is missing. A body parser, such as express.json(), may have read it: it must come after the proxy.',
    )
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function tooLong(limit: number): Refusal {
  return new Refusal(413, `The body is longer than ${limit} bytes.`)
}
