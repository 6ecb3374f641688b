import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { decodeEntities, type Entity, entityReader } from '../model/entity.ts'
import type { ListSpec } from './operation-spec.ts'

export const listEntities: ListSpec<Entity> = {
  operation: 'listEntities',
  methodName: methodNames.listEntities,
  contract: endpoints.listEntities,
  decode: decodeEntities,
  createItemReader: entityReader,
}
