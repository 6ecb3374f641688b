import { EntityScreening } from 'entity-screening-sdk'

/** An entity of a list as the service writes it; what is left out is as it is of an organization in Germany. */
export interface ListedEntity {
  readonly [field: string]: unknown
}

let entities = 0

export function listed(name: unknown, more: ListedEntity = {}): ListedEntity {
  entities += 1
  return {
    id: `e${entities}`,
    name,
    type: 'organization',
    caseStatus: 'NOT_STARTED',
    registration: '-',
    countryCode: 'DE',
    riskLevel: '-',
    riskScore: 0,
    platformId: '0'.repeat(32),
    lastUpdate: 'Jan 5, 2025',
    dueDate: '-',
    createdAt: '2025-01-05T12:00:00.000Z',
    updatedAt: '2025-01-05T12:00:00.000Z',
    ...more,
  }
}

/** The client of a team whose list holds these entities. */
export function teamOf(...list: readonly ListedEntity[]): EntityScreening {
  return new EntityScreening({
    apiKey: 'key',
    baseUrl: 'http://localhost',
    fetch: async () => Response.json(list),
    logLevel: 'off',
  })
}
