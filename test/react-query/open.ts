import { QueryClient } from '@tanstack/react-query'
import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { screeningQueries } from 'entity-screening-sdk/react-query'

/** A page with its cache; what it keeps fails soon where it fails. */
export function open(options: ClientOptions = {}) {
  const server = createMockServer()
  const { apiKey, id: team } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://in-process',
    fetch: server.fetch,
    maxRetries: 0,
    ...options,
  })
  return { server, team, client, screening: screeningQueries(client), cache: new QueryClient() }
}

export function countOf(server: MockServer, operation: string): number {
  return server.requests.list().filter(request => request.operation === operation).length
}

export const sanctioned = { type: 'organization', name: '[sanctioned] Acme GmbH' } as const
