import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { decodeHealth, type Health } from '../model/service.ts'
import type { OperationSpec } from './operation-spec.ts'

export const getHealth: OperationSpec<undefined, Health> = {
  operation: 'getHealth',
  methodName: methodNames.getHealth,
  contract: endpoints.getHealth,
  decode: decodeHealth,
}
