import { operations } from '../../src/contract/operations.ts'
import { authorize, requireJson } from '../admin/access.ts'
import { bodyLimitOf } from '../admin/index.ts'
import { PreparedState, readState } from '../admin/snapshot.ts'
import { PreparedBody } from '../message/body.ts'
import { Refusal, unforeseen } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { pathOf, readLongText } from '../message/request.ts'
import { inTurns, type Sliced } from '../message/turns.ts'
import { PreparedRows, readRows } from '../operations/input/bulk-rows.ts'
import type { Server } from '../server.ts'

/** Bodies up to this many characters, or bytes, are read in one go. */
const short = 16_384

type Read = (server: Server, request: IncomingRequest) => Sliced<PreparedBody>

const reads: Readonly<Record<string, Read>> = {
  [`POST ${operations.createEntitiesBulk.path}`]: function* (server, request) {
    const text = yield* readLongText(server.bodyLimit, request)
    return new PreparedRows(yield* readRows(server, text))
  },
  'PUT /__admin/snapshot': function* (server, request) {
    // Only callers who may restore a snapshot make work here.
    authorize(server, request)
    requireJson(request)
    const text = yield* readLongText(bodyLimitOf(server, request), request)
    return new PreparedState(yield* readState(server, text))
  },
}

/** Reads a long body in slices; undefined where there is none. Never rejects: an error becomes the response. */
export function prepare(server: Server, request: IncomingRequest): Promise<IncomingRequest> | undefined {
  const { body, method } = request
  if (body === null || body instanceof PreparedBody || body.length <= short) return undefined
  const read = reads[`${method} ${pathOf(request).replace(/\/$/, '')}`]
  return (
    read &&
    inTurns(read(server, request)).then(
      prepared => ({ ...request, body: prepared }),
      (error: unknown) => {
        const refusal = error instanceof Refusal ? error : unforeseen()
        return { ...request, body: new PreparedBody(refusal) }
      },
    )
  )
}
