import type { OperationName } from '../../src/contract/operations.ts'
import { handleAttachDocument } from './attach-document.ts'
import { handleCreateEntitiesBulk } from './create-entities-bulk.ts'
import { handleCreateEntity } from './create-entity.ts'
import { handleGetHealth } from './get-health.ts'
import { handleGetNetwork } from './get-network.ts'
import type { OperationHandler } from './handler.ts'
import { handleListEntities } from './list-entities.ts'
import { handleRescanEntity } from './rescan-entity.ts'
import { handleSearchEntities } from './search-entities.ts'

/** The handler of each operation. */
export const handlers: Readonly<Record<OperationName, OperationHandler>> = {
  listEntities: handleListEntities,
  createEntity: handleCreateEntity,
  createEntitiesBulk: handleCreateEntitiesBulk,
  searchEntities: handleSearchEntities,
  getNetwork: handleGetNetwork,
  attachDocument: handleAttachDocument,
  rescanEntity: handleRescanEntity,
  searchOrganizations: async call => (await import('./on-demand.ts')).handleSearchOrganizations(call),
  searchPersons: async call => (await import('./on-demand.ts')).handleSearchPersons(call),
  getHealth: handleGetHealth,
  getServiceIndex: async ({ now }) => (await import('./on-demand.ts')).handleGetServiceIndex(now),
}
