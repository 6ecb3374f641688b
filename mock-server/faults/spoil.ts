import type { Body } from '../message/body-chunks.ts'
import { errorReply, jsonReply, mapReply, Refusal, type Reply } from '../message/reply.ts'
import { type Fault, kindOf } from './fault.ts'

/** The response with its fault; `run` does the work, where the fault lets it be done. */
export function spoil(fault: Fault, run: () => Reply): Reply {
  const reply = withKind(fault, run)
  return fault.delay ? { ...reply, delay: fault.delay } : reply
}

/** Whether the fault lets the request be processed. */
export function isProcessed(fault: Fault): boolean {
  const kind = kindOf(fault)
  return kind !== 'status' && kind !== 'rate_limit' && kind !== 'reset' && kind !== 'no_response'
}

function withKind(fault: Fault, run: () => Reply): Reply {
  const done = (change: (reply: Reply) => Partial<Reply>) =>
    mapReply(run(), reply => ({ ...reply, ...change(reply) }))
  switch (kindOf(fault)) {
    case 'status':
      return withStatus(fault, fault.status ?? 500, fault.retryAfter)
    case 'rate_limit':
      return withStatus(fault, 429, fault.retryAfter ?? 1000)
    case 'delay':
      return run()
    case 'reset':
      return { ...nothing, end: 'reset' }
    case 'no_response':
      return { ...nothing, end: 'never' }
    case 'malformed_json':
      return done(({ body }) => ({ body: withBrokenEnd(body) }))
    case 'truncated':
      return done(() => ({ end: 'halfway' }))
    case 'html':
      return done(() => ({ headers: htmlType, body: page }))
    case 'content_type':
      return done(() => ({ headers: { 'content-type': 'application/octet-stream' } }))
    case 'lost_response':
      return done(() => ({ end: 'reset' }))
  }
}

function withBrokenEnd(body: Body): Body {
  return typeof body === 'string' ? `${body},,` : breakEnd(body)
}

function* breakEnd(slices: Iterable<string>): Generator<string> {
  yield* slices
  yield ',,'
}

const nothing: Reply = { status: 0, headers: {}, body: '' }
const textType = { 'content-type': 'text/plain; charset=utf-8' }
const htmlType = { 'content-type': 'text/html; charset=utf-8' }
const page = '<!doctype html><title>Gateway</title><h1>Please stand by</h1>'

function withStatus({ body }: Fault, status: number, retryAfter: number | undefined): Reply {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': `${Math.ceil(retryAfter / 1000)}` }
  if (body === undefined) return errorReply(new Refusal(status, 'This error is an injected fault.', headers))
  const reply = typeof body === 'string' ? { status, headers: textType, body } : jsonReply(status, body)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
