import { tryParseJson } from '../../../src/shared/json.ts'
import { quoteForShell } from '../../../src/shared/text/quote-for-shell.ts'
import type { ShownRequest } from '../../admin/requests.ts'
import { escapeControls, hasHiddenControls, replaceControls } from '../elements/escape-controls.ts'

/** The headers of the original request that are sent when the request is repeated. The transport sets all other headers. */
const requestHeaderNames = ['accept', 'content-type']

/** Returns the headers to send when a request is repeated. */
export function headersToRepeat({
  requestHeaders,
}: Pick<ShownRequest, 'requestHeaders'>): Record<string, string> {
  const headers = requestHeaderNames.flatMap(name => {
    const value = requestHeaders[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(headers)
}

/**
 * Returns a command for a POSIX shell that repeats the request. The key comes from the environment, and is never in the command;
 * everything else is quoted.
 */
export function toCurl(entry: ShownRequest, baseUrl: string | null): string {
  const { method, path, team, requestBody } = entry
  const parts = [
    `curl --globoff --path-as-is ${methodOption(method)} ${address(baseUrl, path)}`,
    ...(team === null ? [] : ['--header "authorization: Bearer $ENTITY_SCREENING_API_KEY"']),
    ...Object.entries(headersToRepeat(entry)).map(
      ([name, value]) => `--header ${quote(`${name}: ${value}`)}`,
    ),
  ]
  if (!requestBody) return joinLines(parts)
  const body = tryParseJson(requestBody) !== undefined ? escapeControls(requestBody) : requestBody
  if (!body.includes('\0') && !hasHiddenControls(body))
    return joinLines([...parts, `--data-raw ${quote(body)}`])
  // An argument of a process cannot contain a NUL character. Octal escapes also make visible the characters that would change
  // the direction of the text.
  return `printf %b ${quote(octal(body))} | ${joinLines([...parts, '--data-binary @-'])}`
}

function methodOption(method: string): string {
  return method === 'HEAD' ? '--head' : `--request ${quote(method)}`
}

/**
 * Returns the URL for curl. A mock server that runs in the page has no address, so the command takes the base URL from an
 * environment variable instead.
 */
function address(baseUrl: string | null, path: string): string {
  const visiblePath = replaceControls(path, encodeURIComponent)
  return baseUrl === null ? `"$ENTITY_SCREENING_BASE_URL"${quote(visiblePath)}` : quote(baseUrl + visiblePath)
}

function quote(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : quoteForShell(text)
}

function octal(text: string): string {
  const bytes = (control: string) =>
    [...new TextEncoder().encode(control)].map(byte => `\\0${byte.toString(8).padStart(3, '0')}`).join('')
  return replaceControls(text.replaceAll('\\', '\\\\'), bytes).replaceAll('\0', () => bytes('\0'))
}

function joinLines(parts: readonly string[]): string {
  return parts.join(' \\\n  ')
}
