import { createRefusalReply } from '../http/finalize-reply.ts'
import type { RequestContext } from '../http/pipeline.ts'
import { type Reply, toStorageRefusal } from '../message/reply.ts'

/** Delays the response until the changes of the request are stored. */
export function persistChanges(context: RequestContext, next: (context: RequestContext) => Reply): Reply {
  const { server } = context
  const reply = next(context)
  const refuseUnstored = (error: unknown) =>
    createRefusalReply(server, context.operation, toStorageRefusal(error))
  try {
    const stored = server.flush()
    if (stored === undefined) return reply
    return { ...reply, ready: stored.then(() => reply.ready ?? reply, refuseUnstored) }
  } catch (error) {
    return refuseUnstored(error)
  }
}
