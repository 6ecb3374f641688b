import { arrayPieces } from '../message/pieces.ts'
import { Refusal } from '../message/reply.ts'
import { scenarioOf } from '../screening/scenarios/index.ts'
import { findScenario, type ScenarioId } from '../screening/scenarios/reserved.ts'
import type { Server } from '../server.ts'
import type { Entry, RequestRecord } from '../state/request-log.ts'
import type { State } from '../state/state.ts'

/** A record, and the reserved name that decided it. */
export interface ShownRequest extends RequestRecord {
  readonly scenario: ScenarioId | null
}

export function requestPieces(server: Server): Iterable<string> {
  // Of this moment: a record changes when its response is sent, and a reset takes the entities away.
  const entries = server.requests.entries().map(entry => ({ ...entry }))
  return arrayPieces(shown(server, entries, server.state), '{"success":true,"data":', '}')
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

function* shown(server: Server, entries: readonly Entry[], state: State): Generator<ShownRequest> {
  for (const entry of entries) yield showRequest(server, entry, state)
}

export function showRequest(server: Server, entry: Entry, state = server.state): ShownRequest {
  const scenario = server.scenarios ? scenarioIn(server, entry, state) : null
  return { ...server.requests.show(entry), scenario }
}

/** That of the entity in the path, or the first whose reserved name is in the body. */
function scenarioIn(server: Server, { team: id, path, requestBody }: Entry, state: State): ScenarioId | null {
  const team = id === null ? undefined : state.teams.byId(id)
  const entity = team?.entities.get(path.split('/')[3] ?? '')
  if (entity !== undefined) return scenarioOf(server, entity)?.id ?? null
  for (const [, name = ''] of (requestBody ?? '').matchAll(/"\s*(\[[\w% -]+\])/g)) {
    const found = findScenario(name)
    if (found !== undefined) return found.id
  }
  return null
}
