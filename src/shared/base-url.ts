import { isString } from './json.ts'

/**
 * Whether a value is an absolute http or https URL to which the service's paths can be appended. It must have
 * no user, password, query or fragment, and must not end with `/v1`, because the paths begin with it.
 *
 * @param page - The origin of the page that resolves the URL, if the value may also be a path.
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
