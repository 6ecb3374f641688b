import type { OperationName } from '../src/contract/operations.ts'
import type { TransformReply } from './callbacks/transform.ts'
import type { Warnings } from './callbacks/warnings.ts'
import type { ChangeBuffer, ChangeListener } from './changes/change-buffer.ts'
import type { Change, Snapshot } from './changes/change-schema.ts'
import type { Signals } from './changes/signals.ts'
import type { WriteQueue } from './changes/write-queue.ts'
import type { Clock } from './clock/clock.ts'
import type { ServerClock } from './clock/clock-control.ts'
import type { DelayWatch } from './clock/watch-delays.ts'
import type { FaultRegistry, Faults } from './faults/fault-registry.ts'
import type { Fixtures } from './fixtures/load-fixtures.ts'
import type { Reply } from './message/reply.ts'
import type { IncomingRequest } from './message/request.ts'
import type { Settings } from './options.ts'
import type { Recording } from './parity/recording/read-har.ts'
import type { RequestLog, RequestRecorder } from './request-log/request-log.ts'
import type { Identity } from './state/entities.ts'
import type { ListCache } from './state/list-cache.ts'
import type { State } from './state/state.ts'
import type { StoredEntity, Team, TeamAccess, TeamOptions } from './state/teams.ts'

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
   * @internal Responds to a request that an adapter has received. The adapter sends the reply or, if it has a `ready` promise,
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
  /** @internal The complete server, for adapters. */
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
   * Restores the initial state: only the teams and keys of the option `keys` remain, without entities. Faults and the request log are
   * cleared, and a manual clock is at its start again.
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
   * Iterates over the current state as changes, one at a time. Use this method if the state is too large for one snapshot.
   *
   * @example
   * const copy = createMockServer()
   * for (const change of server.changes()) copy.apply(change)
   */
  changes(): Iterable<Change>
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
   * Adds entities to a team, all of them or none, as if their screening had ended. Resolves to their ids, in the same order.
   * From a recording, `load` adds the entities of the last list, with their networks, and reports each skipped part through the
   * option `warn`.
   *
   * @throws TypeError naming each entity and field that is wrong.
   * @example
   * const ids = await server.load({
   *   entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }],
   * })
   */
  load(fixtures: Fixtures | Recording): Promise<readonly string[]>
  /**
   * Calls a listener with copies of every change of the state, so that a program can store them. Returns a function that removes the
   * listener. If the listener throws or rejects, the server rolls the change back, and refuses every later change.
   *
   * @example
   * const copy = createMockServer()
   * const stop = server.onChange(changes => changes.forEach(copy.apply))
   * stop()
   */
  onChange(listener: ChangeListener): () => void
  /**
   * Applies a change from the `onChange` of another server, without calling the listeners of this server. Applying the same
   * change again has no effect.
   *
   * @throws TypeError naming what is wrong with the change, such as an entity that does not exist.
   * @example
   * const copy = createMockServer()
   * for (const change of server.snapshot().changes) copy.apply(change)
   */
  apply(change: unknown): void
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

/** The mock server with the members that only its own parts use. */
export interface Server extends MockServer, Settings, ChangeBuffer, Warnings {
  readonly clock: Clock & ServerClock
  readonly faults: FaultRegistry
  readonly requests: RequestRecorder
  /** Called when a response begins to wait for the clock. */
  readonly watchDelay: DelayWatch
  /** Masks the server's keys in a string. */
  readonly mask: (text: string) => string
  /** Applies the option `transform` to a reply; undefined if the option is not set. */
  readonly transformReply: TransformReply | undefined
  /** Keys that are no longer valid, each with the method that removed it. */
  readonly removedKeys: ReadonlyMap<string, string>
  /** The events for readers of the control API. */
  readonly signals: Signals
  readonly state: State
  readonly writeQueue: WriteQueue
  /** The cached JSON of earlier lists. */
  readonly listCache: ListCache
  /** The team for operations that need no key; it is always empty. */
  readonly keylessTeam: Team
  /** Whether the option `keys` has keys, and `test-key` is not valid. If so, pages from any origin may use the server. */
  readonly hasOwnKeys: boolean
  /** Compares a token with the option `adminToken`; null if the option is not set. */
  readonly isAdminToken: ((token: string) => boolean) | null
  /** Called before each operation of a team. Moves a stepping clock. */
  beforeOperation(team: Team, name: OperationName): void
  /** Stores a changed entity, or a new one with its identity. */
  storeEntity(team: Team, entity: StoredEntity, identity: Identity | null): void
  /** Creates the initial state of the server. Changes can be applied to the new state before `replaceState` is called with it. */
  createInitialState(): State
  /** Replaces the state of the server. */
  replaceState(state: State): void
}
