import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { decodeRescannedEntity, type Entity } from '../model/entity.ts'
import type { OperationSpec } from './operation-spec.ts'

export const rescanEntity: OperationSpec<undefined, Entity> = {
  operation: 'rescanEntity',
  methodName: methodNames.rescanEntity,
  contract: endpoints.rescanEntity,
  encode: () => ({ action: 'rescan' }),
  decode: decodeRescannedEntity,
}
