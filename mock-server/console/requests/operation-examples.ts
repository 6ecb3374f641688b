import { type Operation, type OperationName, operations } from '../../../src/contract/operations.ts'

export interface OperationExample {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
}

/** Example request bodies by operation. For other operations, the form starts with an empty body. */
const bodies: Readonly<Partial<Record<OperationName, object>>> = {
  createEntity: { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', registration: 'HRB 7' },
  createEntitiesBulk: {
    entities: [{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: 'supplier' }],
  },
  searchEntities: { name: 'Nordwind', limit: 20 },
  attachDocument: { document_url: 'https://example.com/report.pdf', type: 'certificate' },
  rescanEntity: { action: 'rescan' },
  searchOrganizations: { company_name: 'Halfmoon Minerals', countryCode: 'FI' },
  searchPersons: { full_name: 'Dragomir Vosskov', birth_date: '1961-04-09' },
}

const rows = Object.entries(operations) as [OperationName, Operation][]

export const operationNames: readonly string[] = rows.map(([name]) => name)

/** The operations that need no key, and therefore have no team. */
export const teamlessOperations: readonly string[] = rows.flatMap(([name, { needsKey }]) =>
  needsKey ? [] : name,
)

const examples: ReadonlyMap<string, OperationExample> = new Map(
  rows.map(([name, { method, path }]) => [name, { method, path, body: bodies[name] }]),
)

export function findExample(operation: string): OperationExample | undefined {
  return examples.get(operation)
}
