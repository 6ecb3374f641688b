import { createServerClock } from './clock/move-clock.ts'
import { createServer } from './create-server.ts'
import { addFault } from './faults/add-fault.ts'
import { loadOnDemand } from './fixtures/load-on-demand.ts'
import { answerRequest, toRequest } from './http/fetch.ts'
import { handleRequest } from './http/handle-request.ts'
import type { MockServer } from './mock-server.ts'
import type { MockServerOptions } from './options.ts'
import { resetServer, restoreSnapshot } from './snapshot/replace-state.ts'
import { takeSnapshot } from './snapshot/take-snapshot.ts'
import { setCaseStatus } from './state/case-status.ts'
import { createTeamAccess } from './state/create-team-access.ts'

/**
 * Creates the Entity Screening Service in memory. Nothing runs in the background, and the server makes no network requests. The
 * same seed and the same calls give the same bytes. All findings are fictional.
 *
 * @throws TypeError naming each option that is wrong.
 * @example
 * const server = createMockServer()
 * const client = new EntityScreening(server.connect())
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const server = createServer(options)
  const { faults, requests, bodyLimit } = server
  const { listeners } = server.changes
  const mockServer: MockServer = {
    ...{ internal: server, bodyLimit, requests },
    clock: createServerClock(server),
    faults: { add: fault => addFault(server, fault), list: faults.list, remove: faults.remove },
    teams: { create: team => createTeamAccess(server, team) },
    fetch: async (input, init) => answerRequest(mockServer, toRequest(input, init)),
    dispatch: request => handleRequest(server, request),
    connect(team) {
      const { apiKey } = createTeamAccess(server, team)
      const { fetch } = mockServer
      return { apiKey, baseUrl: 'http://in-process', fetch, dangerouslyAllowBrowser: true }
    },
    setCaseStatus: (entityId, caseStatus) => setCaseStatus(server, entityId, caseStatus),
    load: fixtures => loadOnDemand(server, fixtures),
    reset: () => resetServer(server),
    snapshot: () => takeSnapshot(server),
    restore: snapshot => restoreSnapshot(server, snapshot),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return mockServer
}
