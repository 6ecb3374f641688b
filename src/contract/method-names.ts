import type { OperationName } from './operations.ts'

/** The method of the client that calls each operation. Error messages begin with it. */
export const methodNames = {
  listEntities: 'entities.list',
  createEntity: 'entities.create',
  createEntitiesBulk: 'entities.createBulk',
  searchEntities: 'entities.search',
  getNetwork: 'entities.network',
  attachDocument: 'entities.attachDocument',
  rescanEntity: 'entities.rescan',
  searchOrganizations: 'search.organizations',
  searchPersons: 'search.persons',
  getHealth: 'service.health',
  getServiceIndex: 'service.index',
} as const satisfies Record<OperationName, string>
