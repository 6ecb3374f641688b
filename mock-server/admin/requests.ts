import { arrayPieces } from '../message/pieces.ts'
import { Refusal } from '../message/reply.ts'
import { scenarioOf } from '../screening/scenarios/index.ts'
import { findScenario, type ScenarioId } from '../screening/scenarios/reserved.ts'
import type { Server } from '../server.ts'
import type { Entry, RequestRecord } from '../state/request-log.ts'

/** A record, and the reserved name that decided it. */
export interface ShownRequest extends RequestRecord {
  readonly scenario: ScenarioId | null
}

export function requestPieces(server: Server): Iterable<string> {
  return arrayPieces(shown(server), '{"success":true,"data":', '}')
}

export function showWhole(server: Server, id: string): ShownRequest {
  const entry = server.requests.entries().find(entry => String(entry.id) === id)
  if (entry === undefined) throw new Refusal(404, 'There is no request with this number in the log.')
  const bodies = Object.entries(server.requests.wholeOf(entry))
  return {
    ...showRequest(server, entry),
    ...Object.fromEntries(bodies.map(([name, body]) => [name, server.mask(body)])),
  }
}

function* shown(server: Server): Generator<ShownRequest> {
  for (const entry of server.requests.entries()) yield showRequest(server, entry)
}

export function showRequest(server: Server, entry: Entry): ShownRequest {
  return { ...server.requests.show(entry), scenario: server.scenarios ? scenarioIn(server, entry) : null }
}

/** That of the entity in the path, or the first whose reserved name is in the body. */
function scenarioIn(server: Server, { team: id, path, requestBody }: Entry): ScenarioId | null {
  const team = id === null ? undefined : server.state.teams.byId(id)
  const entity = team?.entities.get(path.split('/')[3] ?? '')
  if (entity !== undefined) return scenarioOf(server, entity)?.id ?? null
  for (const [, name = ''] of (requestBody ?? '').matchAll(/"\s*(\[[\w% -]+\])/g)) {
    const found = findScenario(name)
    if (found !== undefined) return found.id
  }
  return null
}
