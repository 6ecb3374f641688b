import type { OperationName } from '../../src/contract/operations.ts'
import { attachDocument } from './attach-document.ts'
import { createEntitiesBulk } from './create-entities-bulk.ts'
import { createEntity } from './create-entity.ts'
import { getHealth } from './get-health.ts'
import { getNetwork } from './get-network.ts'
import type { Handler } from './handler.ts'
import { listEntities } from './list-entities.ts'
import { rescanEntity } from './rescan-entity.ts'
import { searchEntities } from './search-entities.ts'

export const handlers: Readonly<Record<OperationName, Handler>> = {
  listEntities,
  createEntity,
  createEntitiesBulk,
  searchEntities,
  getNetwork,
  attachDocument,
  rescanEntity,
  // They need the names of countries, which no other operation does.
  searchOrganizations: async call => (await import('./search-organizations.ts')).searchOrganizations(call),
  searchPersons: async call => (await import('./search-persons.ts')).searchPersons(call),
  getHealth,
  getServiceIndex: async ({ now }) => (await import('./get-service-index.ts')).getServiceIndex(now),
}
