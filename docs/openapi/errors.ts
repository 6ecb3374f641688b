import type { Operation, OperationName } from '../../src/contract/operations.ts'

/** What an error means, and the name of its response in the document (specification: Errors). */
export const errors = {
  400: {
    name: 'InvalidInput',
    meaning:
      'The body or the path is not as it should be; the sentence names each field and what is allowed there.',
  },
  401: { name: 'NoValidKey', meaning: 'The key is missing, or no team has it.' },
  403: { name: 'EntityLimitReached', meaning: 'The team has as many entities as it may.' },
  404: { name: 'NoSuchEntity', meaning: 'The team has no entity with this id.' },
  413: {
    name: 'BodyTooLong',
    meaning: 'The body is longer than the server takes: 24,512,000 bytes, unless it is told otherwise.',
  },
  415: { name: 'NotUtf8', meaning: 'The body is in another charset than UTF-8, or compressed.' },
  500: { name: 'UnexpectedError', meaning: 'Something unexpected on the side of the server.' },
} as const

export type ErrorStatus = keyof typeof errors

const creations: readonly OperationName[] = ['createEntity', 'createEntitiesBulk']

/** Every error that may come of an operation that is called by its method. */
export function errorStatuses(name: OperationName, operation: Operation): ErrorStatus[] {
  const hasId = operation.path.includes('{id}')
  const hasBody = operation.request !== undefined
  const happens: Readonly<Record<ErrorStatus, boolean>> = {
    // An id may be percent-encoded wrongly.
    400: hasBody || hasId,
    401: operation.needsKey,
    403: creations.includes(name),
    404: hasId,
    413: hasBody,
    415: hasBody,
    500: true,
  }
  return ([400, 401, 403, 404, 413, 415, 500] as const).filter(status => happens[status])
}
