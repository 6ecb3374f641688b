import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { respondingWith } from '../../answering.ts'
import { entity } from './records.ts'

export const rescanned = (id: string) =>
  Response.json({ success: true, data: { ...entity(), id, riskLevel: '-' } })
export const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ statusCode: status, success: false, error: 'No.' }, { status, headers })
const idOf = (request: Request) => decodeURIComponent(request.url.split('/').at(-1) ?? '')

/** A client whose rescans are answered by a function of the id, and which says what was asked for. */
export function rescanning(answer: (id: string, attempt: number) => Response | Promise<Response>) {
  const { client, sent } = respondingWith((attempt, request) => answer(idOf(request), attempt))
  return { client, ids: () => sent.map(({ path }) => decodeURIComponent(path.split('/').at(-1) ?? '')) }
}

/** A team of the mock server. */
export async function createTeam(names: readonly string[]) {
  const server = createMockServer()
  const team = server.teams.create()
  const client = new EntityScreening({
    apiKey: team.apiKey,
    baseUrl: 'http://localhost',
    fetch: server.fetch,
    maxRetries: 0,
    logLevel: 'off',
  })
  for (const name of names) await client.entities.create({ type: 'organization', name })
  server.clock.settle()
  return { server, client }
}
