import { operations } from '../contract/operations.ts'
import { decodeRescannedEntity, type Entity } from '../model/entity.ts'
import type { OperationSpec } from './operation-spec.ts'

export const rescanEntity: OperationSpec<undefined, Entity> = {
  name: 'rescanEntity',
  contract: operations.rescanEntity,
  encode: () => ({ action: 'rescan' }),
  decode: decodeRescannedEntity,
}
