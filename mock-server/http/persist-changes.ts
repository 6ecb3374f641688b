import { type Reply, unkept } from '../message/reply.ts'
import type { RequestContext } from './pipeline.ts'
import { refuse } from './respell.ts'

/** Acknowledges a request only after its changes are stored. */
export function persistChanges(context: RequestContext, next: (context: RequestContext) => Reply): Reply {
  const { server } = context
  const reply = next(context)
  const refuseUnkept = (error: unknown) => refuse(server, context.operation, unkept(error))
  try {
    const stored = server.flush()
    if (stored === undefined) return reply
    return { ...reply, ready: stored.then(() => reply.ready ?? reply, refuseUnkept) }
  } catch (error) {
    return refuseUnkept(error)
  }
}
