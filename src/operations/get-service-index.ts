import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { decodeServiceIndex, type ServiceIndex } from '../model/service.ts'
import type { OperationSpec } from './operation-spec.ts'

export const getServiceIndex: OperationSpec<undefined, ServiceIndex> = {
  operation: 'getServiceIndex',
  methodName: methodNames.getServiceIndex,
  contract: endpoints.getServiceIndex,
  decode: decodeServiceIndex,
  countEntries: ({ endpoints }) => Object.keys(endpoints).length,
}
