import type { OperationName } from '../contract/operations.ts'

/** What is called for each operation, as a caller writes it. */
const methods: Readonly<Record<OperationName | 'waitFor' | 'waitForScreening' | 'reconcile', string>> = {
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
  waitFor: 'entities.waitFor',
  waitForScreening: 'entities.waitForScreening',
  reconcile: 'entities.reconcile',
}

/** The method that a message begins with; what is no operation is called by its own name. */
export function methodOf(operation: string): string {
  return isOperation(operation) ? methods[operation] : operation
}

function isOperation(operation: string): operation is keyof typeof methods {
  return Object.hasOwn(methods, operation)
}
