import type { ShownRequest } from '../../admin/requests.ts'

/** Whether a request got no usable response: a server error, none at all, or one that broke off halfway. */
export function isFailed({ status, fault, method }: ShownRequest): boolean {
  // The response to a HEAD request has no body that could break off halfway.
  return status >= 500 || status === 0 || (fault === 'truncated' && method !== 'HEAD')
}
