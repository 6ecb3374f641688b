import { operations } from '../contract/operations.ts'
import { decodeHealth, type Health } from '../model/service.ts'
import type { OperationSpec } from './operation-spec.ts'

export const getHealth: OperationSpec<undefined, Health> = {
  operation: 'getHealth',
  methodName: 'service.health',
  contract: operations.getHealth,
  decode: decodeHealth,
}
