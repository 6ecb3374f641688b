import { Refusal } from '../../src/contract/refusal.ts'
import { errorReply, jsonReply, mapReply, type Reply } from '../message/reply.ts'
import { readBodyText } from '../message/response-body.ts'
import { type Fault, faultKindOf } from './fault.ts'

/** Applies a fault to a request. Calls `run`, which processes the request, unless the fault prevents it. */
export function applyFault(fault: Fault, run: () => Reply): Reply {
  const reply = applyFaultKind(fault, run)
  return fault.delay ? { ...reply, delay: fault.delay } : reply
}

/** Whether the server processes a request with this fault. */
export function isRequestProcessed(fault: Fault): boolean {
  const kind = faultKindOf(fault)
  return kind !== 'status' && kind !== 'rate_limit' && kind !== 'reset' && kind !== 'no_response'
}

function applyFaultKind(fault: Fault, run: () => Reply): Reply {
  const changeReply = (change: (reply: Reply) => Partial<Reply>) =>
    mapReply(run(), reply => ({ ...reply, ...change(reply) }))
  switch (faultKindOf(fault)) {
    case 'status':
      return createStatusReply(fault, fault.status ?? 500, fault.retryAfter)
    case 'rate_limit':
      return createStatusReply(fault, 429, fault.retryAfter ?? 1000)
    case 'delay':
      return run()
    case 'reset':
      return { ...emptyReply, end: 'reset' }
    case 'no_response':
      return { ...emptyReply, end: 'never' }
    case 'malformed_json':
      return changeReply(({ body }) => ({ body: `${readBodyText(body)},,` }))
    case 'truncated':
      return changeReply(() => ({ end: 'halfway' }))
    case 'html':
      return changeReply(() => ({ headers: htmlType, body: gatewayPage }))
    case 'content_type':
      return changeReply(() => ({ headers: { 'content-type': 'application/octet-stream' } }))
    case 'lost_response':
      return changeReply(() => ({ end: 'reset' }))
  }
}

const emptyReply: Reply = { status: 0, headers: {}, body: '' }
const textType = { 'content-type': 'text/plain; charset=utf-8' }
const htmlType = { 'content-type': 'text/html; charset=utf-8' }
const gatewayPage = '<!doctype html><title>Gateway</title><h1>Please stand by</h1>'

function createStatusReply({ body }: Fault, status: number, retryAfter: number | undefined): Reply {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': `${Math.ceil(retryAfter / 1000)}` }
  if (body === undefined) return errorReply(new Refusal(status, 'This error is an injected fault.', headers))
  const reply = typeof body === 'string' ? { status, headers: textType, body } : jsonReply(status, body)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
