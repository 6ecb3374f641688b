import { loadOnDemand } from '../../fixtures/load-on-demand.ts'
import type { Server } from '../../server.ts'
import { unwrapFixtures } from './unwrap-fixtures.ts'

/**
 * Adds the entities of a user's JSON document, and warns of each part that is left out.
 *
 * @throws TypeError naming each entity and field that is wrong, or the fault of a recording or list.
 */
export async function loadDocument(server: Server, json: unknown): Promise<readonly string[]> {
  const { fixtures, skipped } = unwrapFixtures(json)
  for (const sentence of skipped) server.warn(sentence)
  return loadOnDemand(server, fixtures)
}
