import type { ShownRequest } from '../../admin/requests.ts'

/** How a connection broke; null where it did not. */
export function howBroken({
  status,
  fault,
  method,
}: ShownRequest): 'no response' | 'broken off halfway' | null {
  if (status === 0) return 'no response'
  // A response without a body has nothing to break off.
  return fault === 'truncated' && method !== 'HEAD' ? 'broken off halfway' : null
}

/** Whether a request got no response that can be used. */
export function isFailed(entry: ShownRequest): boolean {
  return entry.status >= 500 || howBroken(entry) !== null
}
