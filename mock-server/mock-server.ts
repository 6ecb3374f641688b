import type { ServerClock } from './clock/clock-control.ts'
import type { Faults } from './faults/fault-registry.ts'
import type { FixtureEntity, Fixtures, RecordedFixtures } from './fixtures/load-fixtures.ts'
import type { Reply } from './message/reply.ts'
import type { IncomingRequest } from './message/request.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { Server } from './server.ts'
import type { Snapshot } from './snapshot/snapshot-schema.ts'
import type { TeamAccess, TeamOptions } from './state/teams.ts'

/**
 * The service in memory: every operation of the specification, and methods for tests.
 *
 * @example
 * const server = createMockServer()
 * const { apiKey } = server.teams.create()
 * const response = await server.fetch(
 *   new Request('http://localhost/v1/entities', { headers: { authorization: `Bearer ${apiKey}` } }),
 * )
 * console.log(await response.json()) // []
 */
export interface MockServer {
  /**
   * Responds to a request as the service would, for any host. It has the same parameters as the global `fetch`, so a client can
   * use it as the option `fetch`. Rejects with a TypeError if a fault breaks the connection.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * @internal Responds to a request to the service that an adapter has received. The adapter sends the reply or, if it has a `ready` promise,
   * the reply that the promise resolves to.
   */
  readonly dispatch: (request: IncomingRequest) => Reply
  /** The teams, each with its own entities and keys. */
  readonly teams: ServerTeams
  /**
   * Creates a team as `teams.create` does. Returns the options of a client that calls this server in process with a key of the team.
   *
   * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
   * @example
   * const client = new EntityScreening(server.connect({ entityLimit: 50 }))
   */
  connect(team?: TeamOptions): ServerConnection
  /** The server's clock: screenings, timestamps and delayed responses use it. */
  readonly clock: ServerClock
  /** The faults to inject. */
  readonly faults: Faults
  /** The log of the latest requests and their responses. */
  readonly requests: RequestLog
  /** The maximum length of a request body, in bytes. */
  readonly bodyLimit: number
  /** @internal The server's data, for adapters. */
  readonly internal: Server
  /**
   * Sets the case status of an entity to any string, until its next rescan.
   *
   * @throws TypeError if the status is blank or not a string.
   * @throws RangeError if no team has the entity.
   * @example
   * server.setCaseStatus(id, 'ESCALATED')
   */
  setCaseStatus(entityId: string, caseStatus: string): void
  /**
   * Returns to the state after the start: only the teams and keys of the option `keys` remain, without entities, and what was loaded
   * is gone. Faults and the request log are cleared, and a manual clock is at its start again. Of `serve`, the entities of `--data`
   * remain too.
   *
   * @example
   * const server = createMockServer({ keys: { 'test-key': 'team-1' } })
   * server.reset() // between two tests
   */
  reset(): void
  /**
   * Returns the state as JSON, without the faults and the request log.
   *
   * @example
   * const json = JSON.stringify(server.snapshot())
   */
  snapshot(): Snapshot
  /**
   * Restores a snapshot of this server, or of another server with the same seed. The other server may run in another runtime.
   *
   * @throws TypeError naming the field that is wrong. In this case, the state does not change.
   * @example
   * const before = server.snapshot()
   * await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
   * server.restore(before)
   */
  restore(snapshot: unknown): void
  /**
   * Adds entities to a team, all of them or none, as if their screening had ended. Resolves to their ids, in the same order. For a
   * recording of a service, `extractFixtures` of `entity-screening-sdk/mock-server/parity` returns what to load.
   *
   * @throws TypeError naming each entity and field that is wrong.
   * @example
   * const ids = await server.load({
   *   entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }],
   * })
   */
  load(fixtures: Fixtures | RecordedFixtures | readonly FixtureEntity[]): Promise<readonly string[]>
  /**
   * Calls a listener after each change of the state: entities, documents, teams, idempotency keys, faults and the clock. All changes
   * of one request or one method cause one call, soon after the request or the method. Returns a function that removes the
   * listener. If the listener throws, the error is logged, and the response does not change.
   *
   * @example
   * let latest = server.snapshot()
   * const stop = server.onChange(() => {
   *   latest = server.snapshot()
   * })
   * stop()
   */
  onChange(listener: () => void): () => void
}

/** The options of `EntityScreening` for a team of a server in the same process. */
export type ServerConnection = {
  /** The key of the team. */
  readonly apiKey: string
  /** A base URL. Its host does not have to exist, because `fetch` passes requests for any host to the server. */
  readonly baseUrl: string
  /** The server's own `fetch`. */
  readonly fetch: MockServer['fetch']
  /** Allows the key in a browser and in jsdom, because the key gives access only to this server. */
  readonly dangerouslyAllowBrowser: true
}

/** The teams of a server: `server.teams`. */
export type ServerTeams = {
  /**
   * Creates a team, or another key of a team. A team sees only its own entities, so tests that use different teams do not affect
   * each other.
   *
   * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
   * @example
   * const { id, apiKey } = server.teams.create({ entityLimit: 50 })
   */
  create(options?: TeamOptions): TeamAccess
}
