import type { ShownRequest } from '../../admin/requests.ts'

type Break = 'no response' | 'broken off halfway'

/** Describes how the connection broke; null if the connection did not break. */
export function describeBreak({ status, fault, method }: ShownRequest): Break | null {
  if (status === 0) return 'no response'
  // The response to a HEAD request has no body that could break off halfway.
  return fault === 'truncated' && method !== 'HEAD' ? 'broken off halfway' : null
}

/** Whether a request failed, so that it got no usable response. */
export function isFailed(entry: ShownRequest): boolean {
  return entry.status >= 500 || describeBreak(entry) !== null
}
