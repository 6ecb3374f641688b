import type { OperationName } from '../../../src/contract/operations.ts'

export interface OperationExample {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** An example of each operation. */
export const operationExamples: Readonly<Record<OperationName, OperationExample>> = {
  listEntities: { method: 'GET', path: '/v1/entities' },
  createEntity: {
    method: 'POST',
    path: '/v1/entities',
    body: { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', registration: 'HRB 7' },
  },
  createEntitiesBulk: {
    method: 'POST',
    path: '/v1/entities/bulk',
    body: {
      entities: [{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: 'supplier' }],
    },
  },
  searchEntities: { method: 'POST', path: '/v1/entities/search', body: { name: 'Nordwind', limit: 20 } },
  getNetwork: { method: 'GET', path: '/v1/entities/{id}/network' },
  attachDocument: {
    method: 'POST',
    path: '/v1/entities/{id}/documents',
    body: { document_url: 'https://example.com/report.pdf', type: 'certificate' },
  },
  rescanEntity: { method: 'PUT', path: '/v1/entities/{id}', body: { action: 'rescan' } },
  searchOrganizations: {
    method: 'POST',
    path: '/api/search/organizations',
    body: { company_name: 'Halfmoon Minerals', countryCode: 'FI' },
  },
  searchPersons: {
    method: 'POST',
    path: '/api/search/persons',
    body: { full_name: 'Dragomir Vosskov', birth_date: '1961-04-09' },
  },
  getHealth: { method: 'GET', path: '/v1/health' },
  getServiceIndex: { method: 'GET', path: '/' },
}

/** The operations that belong to no team. */
export const teamlessOperations: readonly string[] = [
  'getHealth',
  'getServiceIndex',
] satisfies OperationName[]

const byName: ReadonlyMap<string, OperationExample> = new Map(Object.entries(operationExamples))

export function findExample(operation: string): OperationExample | undefined {
  return byName.get(operation)
}
