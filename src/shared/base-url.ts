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
  const start = findOperationPath(pathname)
  return start === null ? null : `must end before the ${start} of the paths: remove ${start}`
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

/** Matches a path that ends in that of an operation. `/v1` counts at the end alone: it may also begin the path of a gateway. */
const operationPath = /(\/v1\/(?:entities|health)|\/api\/search)(?:\/.*)?$|(\/v1)\/*$/

/** Returns the beginning of the path of an operation with which a path ends, such as `/v1` or `/v1/entities`; null if there is none. */
export function findOperationPath(pathname: string): string | null {
  const [, start, version] = operationPath.exec(pathname) ?? []
  return start ?? version ?? null
}
