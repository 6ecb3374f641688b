import { isString } from './json.ts'

/**
 * Whether the service's paths can be appended to a value: an absolute http or https URL without user, password, query,
 * fragment, or the `/v1` with which those paths begin.
 *
 * @param page - The origin of the page that resolves the URL, if it may also be a path.
 */
export function isBaseUrl(value: unknown, page?: string): value is string {
  if (!isString(value) || /[?#]/.test(value) || !URL.canParse(value, page)) return false
  const { protocol, origin, username, password, pathname } = new URL(value, page)
  if (page !== undefined && origin !== page) return false
  return /^https?:$/.test(protocol) && username + password === '' && !isVersionPath(pathname)
}

/** Whether a path is `/v1` or `/api/v1`. The service's paths already begin with `/v1`. */
export function isVersionPath(pathname: string): boolean {
  return /^(\/api)?\/v1\/*$/.test(pathname)
}
