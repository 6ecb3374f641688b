import type { FaultKind } from '../../faults/fault.ts'

/** What each kind does, for people. */
export const faultKinds: Readonly<Record<FaultKind, string>> = {
  status: 'Error status; nothing is done',
  rate_limit: '429 with Retry-After; nothing is done',
  delay: 'The response comes later',
  reset: 'The connection breaks before anything is done',
  no_response: 'No response ever comes; nothing is done',
  malformed_json: 'Done, but the response is broken JSON',
  truncated: 'Done, but the response breaks off halfway',
  html: 'Done, but the response is a page of HTML',
  content_type: 'Done, but the response has another content type',
  lost_response: 'Done, but the connection breaks before the response',
}
