import type { ShownRequest } from '../../admin/requests.ts'
import { escapeControls, hasControls, replaceControls } from '../elements/escape-controls.ts'

/** Headers that curl sets by itself, or that belong to the connection that was. */
const keptHeaders = ['accept', 'content-type']

/**
 * A command for a POSIX shell that sends the request again. The key comes from the environment, and is never in the command;
 * everything else is quoted so that the shell takes it as it is.
 */
export function toCurl(entry: ShownRequest, baseUrl: string | null): string {
  const { method, path, team, requestBody, requestHeaders } = entry
  const parts = [
    `curl --globoff --path-as-is ${methodOption(method)} ${address(baseUrl, path)}`,
    ...(team === null ? [] : ['--header "authorization: Bearer $ENTITY_SCREENING_API_KEY"']),
    ...keptHeaders.flatMap(name => {
      const value = requestHeaders[name]
      return value === undefined ? [] : [`--header ${quote(`${name}: ${value}`)}`]
    }),
  ]
  if (!requestBody) return joined(parts)
  const body = isJson(requestBody) ? escapeControls(requestBody) : requestBody
  if (!body.includes('\0') && !hasControls(body)) return joined([...parts, `--data-raw ${quote(body)}`])
  // No argument of a process can hold a NUL, and no text shows where its direction turns.
  return `printf %b ${quote(octal(body))} | ${joined([...parts, '--data-binary @-'])}`
}

function methodOption(method: string): string {
  return method === 'HEAD' ? '--head' : `--request ${quote(method)}`
}

/** A server in the page has no address that curl could reach: that of the environment is that of another. */
function address(baseUrl: string | null, path: string): string {
  const shown = replaceControls(path, encodeURIComponent)
  return baseUrl === null ? `"$ENTITY_SCREENING_BASE_URL"${quote(shown)}` : quote(baseUrl + shown)
}

function quote(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function octal(text: string): string {
  const bytes = (control: string) =>
    [...new TextEncoder().encode(control)].map(byte => `\\0${byte.toString(8).padStart(3, '0')}`).join('')
  return replaceControls(text.replaceAll('\\', '\\\\'), bytes).replaceAll('\0', () => bytes('\0'))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function joined(parts: readonly string[]): string {
  return parts.join(' \\\n  ')
}
