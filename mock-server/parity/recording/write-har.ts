/** A request and its response for an HTTP Archive. */
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
  /** 0 without a response. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Null if it is not known; `comment` gives the reason. */
  readonly responseBody: string | null
  readonly comment?: string | undefined
  /** The error of a broken connection. */
  readonly error?: string | undefined
  /** Further fields; the format requires that they begin with `_`. */
  readonly customFields: Readonly<Record<`_${string}`, unknown>>
}

/** Writes calls as an HTTP Archive 1.2, which the network tools of browsers read. */
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
  // A path such as `*` would make the URL invalid.
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

/** Escapes characters that browsers leave in a URL, and that readers of archives refuse. */
function escapeUnsafeCharacters(path: string): string {
  return path.replaceAll(/%(?![\da-f]{2})|[[\]^|`{}\\]/gi, encodeURIComponent)
}

function toNamedValues(pairs: readonly (readonly [string, string])[]) {
  return pairs.map(([name, value]) => ({ name, value }))
}

/** Returns -1 if the body is not known. */
function countBytes(body: string | null): number {
  return body === null ? -1 : new TextEncoder().encode(body).length
}
