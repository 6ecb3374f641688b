import { operations } from '../contract/operations.ts'
import { decodeEntities, type Entity, entityReader } from '../model/entity.ts'
import type { ListSpec } from './operation-spec.ts'

export const listEntities: ListSpec<Entity> = {
  operation: 'listEntities',
  methodName: 'entities.list',
  contract: operations.listEntities,
  decode: decodeEntities,
  createItemReader: entityReader,
}
