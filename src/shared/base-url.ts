import { isString } from './json.ts'

/**
 * Whether the service's paths can be appended to a value: an absolute http or https URL without user, password, query, fragment
 * and the `/v1` of the paths.
 *
 * @param page - The origin of the page that resolves the URL, if it may also be a path.
 */
export function isBaseUrl(value: unknown, page?: string): value is string {
  if (!isString(value) || /[?#]/.test(value) || !URL.canParse(value, page)) return false
  const { protocol, origin, username, password, pathname } = new URL(value, page)
  if (page !== undefined && origin !== page) return false
  return /^https?:$/.test(protocol) && username + password === '' && !isVersionPath(pathname)
}

/** Whether a path is `/v1` or `/api/v1`, with which the paths of the service begin. */
export function isVersionPath(pathname: string): boolean {
  return /^(\/api)?\/v1\/*$/.test(pathname)
}
