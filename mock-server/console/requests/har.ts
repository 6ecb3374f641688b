import type { ShownRequest } from '../../admin/requests.ts'
import { howBroken } from './broken.ts'

const inProcess = 'http://localhost'

export const gapSentence = 'Older requests are missing: they are no longer in the log.'

/**
 * Requests as an HTTP Archive 1.2, which the network tools of browsers read, the oldest first. Fields that begin with `_` are the
 * console's own, as the format allows. Without keys: the log has none. `hasGap` says that older requests are missing.
 */
export function toHar(entries: readonly ShownRequest[], baseUrl: string | null, hasGap = false): string {
  const log = {
    version: '1.2',
    creator: { name: 'entity-screening-sdk', version: '1' },
    ...(hasGap ? { comment: gapSentence } : {}),
    entries: entries.toReversed().map(entry => toHarEntry(entry, baseUrl ?? inProcess)),
  }
  return JSON.stringify({ log }, null, 2)
}

function toHarEntry(entry: ShownRequest, baseUrl: string) {
  const { id, at, realTime, operation, team, fault, scenario = null, requestBody } = entry
  const duration = entry.duration ?? 0
  // A path such as * leads to no address.
  const url = new URL(URL.canParse(baseUrl + entry.path) ? baseUrl + entry.path : baseUrl)
  return {
    startedDateTime: realTime,
    time: duration,
    request: {
      method: entry.method,
      url: url.origin + escapeStrays(url.pathname + url.search),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(entry.requestHeaders)),
      queryString: namesAndValues([...url.searchParams]),
      ...(requestBody
        ? { postData: { mimeType: entry.requestHeaders['content-type'] ?? '', text: requestBody } }
        : {}),
      headersSize: -1,
      bodySize: sizeOf(requestBody),
    },
    response: toHarResponse(entry),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _id: id,
    _virtualTime: at,
    _operation: operation,
    _team: team,
    _fault: fault,
    _scenario: scenario,
    _warning: entry.warning,
  }
}

/** Without what the caller never received. */
function toHarResponse(entry: ShownRequest) {
  const { method, status, responseHeaders } = entry
  const broken = howBroken(entry)
  const body = method === 'HEAD' || status === 0 ? '' : broken === null ? entry.responseBody : null
  const headers = status === 0 ? {} : responseHeaders
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: namesAndValues(Object.entries(headers)),
    content: {
      size: Math.max(0, sizeOf(body)),
      mimeType: headers['content-type'] ?? '',
      ...(body === null ? { comment: broken ?? 'not kept in the log' } : {}),
      ...(body ? { text: body } : {}),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: status === 0 ? -1 : sizeOf(body),
    ...(broken === null ? {} : { _error: broken }),
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
