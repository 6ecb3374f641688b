/** A request and its response, as an HTTP Archive has them. */
export interface HarCall {
  readonly method: string
  /** Without the path. */
  readonly baseUrl: string
  /** Path and query. */
  readonly path: string
  /** ISO 8601, in real time. */
  readonly startedDateTime: string
  /** In milliseconds. */
  readonly duration: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  /** 0 for none. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Null where it is not known, and `comment` says why. */
  readonly responseBody: string | null
  readonly comment?: string | undefined
  /** How the connection broke. */
  readonly error?: string | undefined
  /** Fields that begin with `_`, as the format allows. */
  readonly own: Readonly<Record<`_${string}`, unknown>>
}

/** Calls as an HTTP Archive 1.2, which the network tools of browsers read. */
export function writeHar(calls: readonly HarCall[], comment?: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'entity-screening-sdk', version: '1' },
    ...(comment === undefined ? {} : { comment }),
    entries: calls.map(toEntry),
  }
  return JSON.stringify({ log }, null, 2)
}

function toEntry(call: HarCall) {
  const { method, baseUrl, path, duration, requestHeaders, requestBody } = call
  // A path such as * leads to no address.
  const url = new URL(URL.canParse(baseUrl + path) ? baseUrl + path : baseUrl)
  return {
    startedDateTime: call.startedDateTime,
    time: duration,
    request: {
      method,
      url: url.origin + escapeStrays(url.pathname + url.search),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(requestHeaders)),
      queryString: namesAndValues([...url.searchParams]),
      ...(requestBody
        ? { postData: { mimeType: requestHeaders['content-type'] ?? '', text: requestBody } }
        : {}),
      headersSize: -1,
      bodySize: sizeOf(requestBody),
    },
    response: toResponse(call),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...call.own,
  }
}

function toResponse({ status, responseHeaders, responseBody, comment, error }: HarCall) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: namesAndValues(Object.entries(responseHeaders)),
    content: {
      size: Math.max(0, sizeOf(responseBody)),
      mimeType: responseHeaders['content-type'] ?? '',
      ...(comment === undefined ? {} : { comment }),
      ...(responseBody ? { text: responseBody } : {}),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: status === 0 ? -1 : sizeOf(responseBody),
    ...(error === undefined ? {} : { _error: error }),
  }
}

/** Browsers leave these as they are; readers of archives refuse them in an address. */
function escapeStrays(path: string): string {
  return path.replaceAll(/%(?![\da-f]{2})|[[\]^|`{}\\]/gi, encodeURIComponent)
}

function namesAndValues(pairs: readonly (readonly [string, string])[]) {
  return pairs.map(([name, value]) => ({ name, value }))
}

/** In bytes; -1 where it is not known. */
function sizeOf(body: string | null): number {
  return body === null ? -1 : new TextEncoder().encode(body).length
}
