import type { OperationName } from '../../src/contract/operations.ts'
import { attachDocument } from './attach-document.ts'
import type { Behaviour } from './behaviour.ts'
import { createEntitiesBulk } from './create-entities-bulk.ts'
import { createEntity } from './create-entity.ts'
import { getHealth } from './get-health.ts'
import { getNetwork } from './get-network.ts'
import { getServiceIndex } from './get-service-index.ts'
import { listEntities } from './list-entities.ts'
import { rescanEntity } from './rescan-entity.ts'
import { searchEntities } from './search-entities.ts'
import { searchOrganizations } from './search-organizations.ts'
import { searchPersons } from './search-persons.ts'

/** What each row of the contract does. */
export const behaviours: Readonly<Record<OperationName, Behaviour>> = {
  listEntities,
  createEntity,
  createEntitiesBulk,
  searchEntities,
  getNetwork,
  attachDocument,
  rescanEntity,
  searchOrganizations,
  searchPersons,
  getHealth,
  getServiceIndex,
}
