/** A request and its response for an HTTP Archive. */
export interface HarCall {
  readonly method: string
  /** The base URL of the service, without the path of the request. */
  readonly baseUrl: string
  /** Path and query. */
  readonly path: string
  /** The real time of the request, as ISO 8601. */
  readonly startedDateTime: string
  /** The duration of the request, in milliseconds. */
  readonly duration: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  /** The HTTP status; 0 if there is no response. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The response body; null if it is unknown. In this case, `comment` contains the reason. */
  readonly responseBody: string | null
  readonly comment?: string | undefined
  /** The error of a broken connection. */
  readonly error?: string | undefined
  /** Additional fields. The format requires that their names begin with `_`. */
  readonly customFields: Readonly<Record<`_${string}`, unknown>>
}

/** Converts calls to an HTTP Archive 1.2, which the network tools of browsers can read. */
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
  // Leaves out a path such as `*`, which would make the URL invalid.
  const url = new URL(URL.canParse(baseUrl + path) ? baseUrl + path : baseUrl)
  return {
    startedDateTime: call.startedDateTime,
    time: duration,
    request: {
      method,
      url: url.origin + escapeUnsafeCharacters(url.pathname + url.search),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNamedValues(Object.entries(requestHeaders)),
      queryString: toNamedValues([...url.searchParams]),
      ...(requestBody
        ? { postData: { mimeType: requestHeaders['content-type'] ?? '', text: requestBody } }
        : {}),
      headersSize: -1,
      bodySize: countBytes(requestBody),
    },
    response: toResponse(call),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...call.customFields,
  }
}

function toResponse({ status, responseHeaders, responseBody, comment, error }: HarCall) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toNamedValues(Object.entries(responseHeaders)),
    content: {
      size: Math.max(0, countBytes(responseBody)),
      mimeType: responseHeaders['content-type'] ?? '',
      ...(comment === undefined ? {} : { comment }),
      ...(responseBody ? { text: responseBody } : {}),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: status === 0 ? -1 : countBytes(responseBody),
    ...(error === undefined ? {} : { _error: error }),
  }
}

/** Escapes characters that browsers leave unescaped in a URL, but that programs which read HTTP Archives refuse. */
function escapeUnsafeCharacters(path: string): string {
  return path.replaceAll(/%(?![\da-f]{2})|[[\]^|`{}\\]/gi, encodeURIComponent)
}

function toNamedValues(pairs: readonly (readonly [string, string])[]) {
  return pairs.map(([name, value]) => ({ name, value }))
}

/** Returns the length of a body in bytes; -1 if the body is unknown. */
function countBytes(body: string | null): number {
  return body === null ? -1 : new TextEncoder().encode(body).length
}
