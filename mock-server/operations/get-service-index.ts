import { operations } from '../../src/contract/operations.ts'
import { timestamp } from './entity-body.ts'

const documentation = 'https://docs.entity-screening.example'

/** Returns the welcome object (specification: Service index). */
export function handleGetServiceIndex(now: number) {
  return {
    success: true,
    message: 'Entity Screening Service (mock server: all data is fictional)',
    version: 'v1',
    documentation,
    endpoints: {
      health: operations.getHealth.path,
      entities: {
        list: operations.listEntities.path,
        create: operations.createEntity.path,
        search: operations.searchEntities.path,
        bulk: operations.createEntitiesBulk.path,
      },
    },
    authentication: { type: 'Bearer', header: 'Authorization: Bearer <API_KEY>', documentation },
    timestamp: timestamp(now),
  }
}
