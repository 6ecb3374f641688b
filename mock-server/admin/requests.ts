import { Refusal } from '../../src/contract/refusal.ts'
import type { LogEntry, RequestRecord } from '../request-log/request-record.ts'
import { scenarioOf } from '../screening/scenarios/index.ts'
import { findScenario, type ScenarioId } from '../screening/scenarios/scenario-rules.ts'
import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import { findSubject } from './find-subject.ts'

/** A record in the request log, with the scenario that determined the response, and a one-line description of the request. */
export interface ShownRequest extends RequestRecord {
  readonly scenario: ScenarioId | null
  /**
   * The subject of the request: the error of its response, or else the entity in its path, the names of the entities that it
   * creates, or its search terms; null if there is none of these.
   */
  readonly subject: string | null
}

/** Lists the records whose numbers are above `after`. */
export function listRequests(server: Server, after: number): ShownRequest[] {
  const newEntries = server.requests.entries().filter(({ id }) => id > after)
  return newEntries.map(entry => showRequest(server, entry))
}

export function showFullRequest(server: Server, id: string): ShownRequest {
  const entry = server.requests.entries().find(entry => String(entry.id) === id)
  if (entry === undefined) throw new Refusal(404, 'There is no request with this number in the log.')
  const bodies = Object.entries(server.requests.findLongBodies(entry))
  return {
    ...showRequest(server, entry),
    ...Object.fromEntries(bodies.map(([name, body]) => [name, server.mask(body)])),
  }
}

export function showRequest(server: Server, entry: LogEntry): ShownRequest {
  const entity = findEntityOf(server, entry)
  const record = server.requests.formatEntry(entry)
  return {
    ...record,
    scenario: server.scenarios ? findScenarioOf(server, entry, entity) : null,
    subject: findSubject(record, entity === undefined ? null : server.mask(entity.name)),
  }
}

function findEntityOf({ state }: Server, { team: id, entityId }: LogEntry): StoredEntity | undefined {
  const team = id === null ? undefined : state.teams.get(id)
  return team?.entities.get(entityId)
}

/** Finds the scenario of the entity in the path, or the scenario of the first reserved name in the body. */
function findScenarioOf(
  server: Server,
  { requestBody }: LogEntry,
  entity: StoredEntity | undefined,
): ScenarioId | null {
  if (entity !== undefined) return scenarioOf(server, entity)?.id ?? null
  for (const [, prefix = ''] of (requestBody ?? '').matchAll(/"\s*(\[[\w% -]+\])/g)) {
    const scenario = findScenario(prefix)
    if (scenario !== undefined) return scenario.id
  }
  return null
}
