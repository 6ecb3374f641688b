import { isString } from './json.ts'

/**
 * Returns what is wrong with a base URL, to which the service's paths are appended; null if nothing is. Quotes only what looks
 * like a host, because the value may be a key.
 *
 * @param page - The origin of the page that resolves the URL, if the value may also be a path.
 */
export function whyNotBaseUrl(value: unknown, page?: string): string | null {
  const base = isString(value) && value.startsWith('/') ? page : undefined
  if (!isString(value) || !URL.canParse(value, base))
    return `must be ${absoluteUrl(page)}${suggestUrl(value)}`
  const { protocol, origin, username, password, pathname } = new URL(value, base)
  // A path that begins with two slashes would lead to another host.
  if (!/^https?:$/.test(protocol) || (base !== undefined && origin !== base))
    return `must be ${absoluteUrl(page)}${suggestUrl(value)}`
  if (username + password !== '') return 'must not hold a user name or password: the key is the option apiKey'
  if (/[?#]/.test(value)) return 'must not hold a query or fragment: remove what follows ? or #'
  if (isVersionPath(pathname)) return 'must end before the /v1 of the paths: remove /v1'
  return null
}

function absoluteUrl(page: string | undefined): string {
  return `an absolute http or https URL${page === undefined ? '' : ', or in a page a path'}`
}

/** Suggests a URL for a host without a scheme, such as `localhost:4010`. */
function suggestUrl(value: unknown): string {
  const host = /^(?:localhost|127\.0\.0\.1|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[a-z\d/-]*)?$/.exec(
    String(value),
  )?.[0]
  if (host === undefined) return ''
  return ` (did you mean ${/^(?:localhost|[\d.]+)\b/.test(host) ? 'http' : 'https'}://${host}?)`
}

/** Whether a path ends with the `/v1` with which the service's paths begin. */
export function isVersionPath(pathname: string): boolean {
  return /\/v1\/*$/.test(pathname)
}
