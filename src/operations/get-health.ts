import { methodNames } from '../contract/method-names.ts'
import { operations } from '../contract/operations.ts'
import { decodeHealth, type Health } from '../model/service.ts'
import type { OperationSpec } from './operation-spec.ts'

export const getHealth: OperationSpec<undefined, Health> = {
  operation: 'getHealth',
  methodName: methodNames.getHealth,
  contract: operations.getHealth,
  decode: decodeHealth,
}
