import { isText } from './json.ts'

/**
 * Whether the paths of the service can be appended to a text: an absolute http or https URL without user, password, query, fragment,
 * and the `/v1` of the paths.
 *
 * @param page - The origin of the page in which the text is resolved, if it may be a path there.
 */
export function isBaseUrl(value: unknown, page?: string): value is string {
  if (!isText(value) || /[?#]/.test(value) || !URL.canParse(value, page)) return false
  const { protocol, origin, username, password, pathname } = new URL(value, page)
  if (page !== undefined && origin !== page) return false
  return /^https?:$/.test(protocol) && username + password === '' && !/^(\/api)?\/v1\/*$/.test(pathname)
}
