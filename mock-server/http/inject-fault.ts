import { applyFault, isRequestProcessed } from '../faults/apply-fault.ts'
import { faultKindOf } from '../faults/fault.ts'
import type { Reply } from '../message/reply.ts'
import { refuseErrors } from './finalize-reply.ts'
import type { OperationContext } from './pipeline.ts'

/**
 * Replaces or changes the response if a fault is selected for the request. The option `behaviour` does not change an injected
 * error.
 */
export function injectFault(context: OperationContext, next: (context: OperationContext) => Reply): Reply {
  const { server, operation, team } = context
  const fault = server.faults.draw(operation, team.id)
  if (fault === undefined) return next(context)
  context.fault = faultKindOf(fault)
  const reply = applyFault(fault, () => refuseErrors(context, next))
  const isFinal = isRequestProcessed(fault) || server.transformReply === undefined
  return isFinal ? reply : server.transformReply(reply, operation)
}
