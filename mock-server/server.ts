import type { OperationName } from '../src/contract/operations.ts'
import type { TransformReply } from './callbacks/transform.ts'
import type { Warnings } from './callbacks/warnings.ts'
import type { ChangeBuffer, ChangeListener } from './changes/change-buffer.ts'
import type { Change, Snapshot } from './changes/changes.ts'
import type { Signals } from './changes/signals.ts'
import type { WriteQueue } from './changes/write-queue.ts'
import type { Clock, Duration } from './clock/clock.ts'
import type { DelayedResponses } from './clock/delayed-responses.ts'
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
 * The service in memory: every operation of the specification, and what a tester needs around it (specification: Endpoints).
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
   * Responds to a request as the service would, for any host. It takes the arguments of the global `fetch`, and can be a client's
   * `fetch`. Rejects with a TypeError if a fault breaks the connection.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** @internal Responds to a request of an adapter, which sends what `ready` resolves to. */
  readonly dispatch: (request: IncomingRequest) => Reply
  /** @internal Responds to a request that an adapter refuses: with this status and sentence. */
  readonly refuse: (request: IncomingRequest, status: number, sentence: string) => Reply
  /** The teams, each with its own entities and keys (specification: Authentication). */
  readonly teams: ServerTeams
  /**
   * Creates a team as `teams.create` does, and returns the options of a client for it, which calls this server in process.
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
  /** The requests and their responses. */
  readonly requests: RequestLog
  /** The longest request body, in bytes. */
  readonly bodyLimit: number
  /** @internal All of it, for adapters. */
  readonly internal: Server
  /**
   * Sets the case status of an entity to any text, until its next rescan (specification: States and transitions).
   *
   * @throws TypeError where the status is blank or no text; RangeError where no team has the entity.
   * @example
   * server.setCaseStatus(id, 'ESCALATED')
   */
  setCaseStatus(entityId: string, caseStatus: string): void
  /**
   * Returns to the initial state: only the teams and keys given at creation remain, without entities; faults and the request log
   * are cleared, and a manual clock is back at its start.
   *
   * @example
   * const server = createMockServer({ keys: { 'test-key': 'team-1' } })
   * server.reset() // between two tests
   */
  reset(): void
  /**
   * Returns the whole state as JSON, without the faults and the request log.
   *
   * @example
   * const kept = JSON.stringify(server.snapshot())
   */
  snapshot(): Snapshot
  /**
   * Iterates over the state as the changes that a snapshot consists of, for a state that is too large to copy.
   *
   * @example
   * const copy = createMockServer()
   * for (const change of server.changes()) copy.apply(change)
   */
  changes(): Iterable<Change>
  /**
   * Restores a snapshot of this server, or of another with the same seed, made in any runtime.
   *
   * @throws TypeError naming the field that is wrong and what is allowed there; the state stays as it was.
   * @example
   * const before = server.snapshot()
   * await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
   * server.restore(before)
   */
  restore(snapshot: unknown): void
  /**
   * Adds entities to a team, screened already, all of them or none; resolves to their ids, in order. Of a recording it adds the
   * last list with the networks of its entities; each deviation from the specification is passed to the option `warn`.
   *
   * @throws TypeError naming each entity and field that is wrong.
   * @example
   * const ids = await server.load({
   *   entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }],
   * })
   */
  load(fixtures: Fixtures | Recording): Promise<readonly string[]>
  /**
   * Calls a listener with copies of every change of the state, to keep it elsewhere; returns a function that stops it. If it
   * throws or rejects, the change is refused and taken back, and so is every later one.
   *
   * @example
   * const copy = createMockServer()
   * const stop = server.onChange(changes => changes.forEach(copy.apply))
   * stop()
   */
  onChange(listener: ChangeListener): () => void
  /**
   * Applies a change from another server's `onChange`, without calling this server's listeners. A change that was applied before
   * has no effect.
   *
   * @throws TypeError naming what is wrong with the change: an unknown kind, a key that belongs to another team here, or a team or
   * entity that does not exist.
   * @example
   * const copy = createMockServer()
   * for (const change of server.snapshot().changes) copy.apply(change)
   */
  apply(change: unknown): void
}

/** The options of `EntityScreening` for a team of a server in the same process. */
export interface ServerConnection {
  /** The key of the team. */
  readonly apiKey: string
  /** An address that exists nowhere: `fetch` leads every host to the server. */
  readonly baseUrl: string
  /** The server's own `fetch`. */
  readonly fetch: MockServer['fetch']
}

/** The teams of a server: `server.teams` (specification: Authentication). */
export interface ServerTeams {
  /**
   * Creates a team, or another key of a team. Teams do not see each other's entities: one team for each test isolates it.
   *
   * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
   * @example
   * const { id, apiKey } = server.teams.create({ entityLimit: 50 })
   */
  create(options?: TeamOptions): TeamAccess
}

/** The clock of a server: `server.clock`. A manual one moves only when it is advanced; a stepping one with each read, too. */
export interface ServerClock {
  /** How many times faster than real time it is; 0 for one that stands still. */
  readonly speed: number
  /**
   * Returns how far it was moved forward, in milliseconds.
   *
   * @example
   * server.clock.advance('1s')
   * console.log(server.clock.ahead())
   */
  ahead(): number
  /**
   * Returns the time, in milliseconds since 1970.
   *
   * @example
   * const today = new Date(server.clock.now())
   */
  now(): number
  /**
   * Moves forward by a time span such as `'10s'`, or milliseconds.
   *
   * @throws RangeError if it is not a time span, or leads beyond the start of the year 9999.
   * @example
   * server.clock.advance('1s') // a screening has begun: IN_PROGRESS
   */
  advance(duration: Duration): void
  /**
   * Moves forward to when every screening and every document analysis is done, except those that never end.
   *
   * @throws RangeError if that lies beyond the start of the year 9999; the clock stays as it was.
   * @example
   * await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
   * server.clock.settle()
   * const [entity] = await client.entities.list()
   * console.log(entity?.riskLevel) // high
   */
  settle(): void
  /**
   * Resolves when so much time has passed on this clock: a manual one must be advanced so far, or reset; a stepping one moves at
   * once. Rejects with the signal's reason if it is aborted, and with a RangeError for a value that is not a time span.
   *
   * @example
   * const later = server.clock.wait('1s')
   * server.clock.advance('1s')
   * await later
   */
  wait(duration: Duration, signal?: AbortSignal): Promise<void>
}

/** The mock server as its own parts see it. */
export interface Server extends MockServer, Settings, ChangeBuffer, Warnings {
  readonly clock: Clock & ServerClock
  readonly faults: FaultRegistry
  readonly requests: RequestRecorder
  /** Delayed responses, where the clock stands still. */
  readonly delayedResponses: DelayedResponses
  /** Strikes the server's keys out of a text. */
  readonly mask: (text: string) => string
  /** Changes a response by the option `transform`; undefined without one. */
  readonly transformReply: TransformReply | undefined
  /** Keys that were valid once, each with the method that removed it. */
  readonly removedKeys: ReadonlyMap<string, string>
  /** Signals to those who watch the server. */
  readonly signals: Signals
  readonly state: State
  readonly writeQueue: WriteQueue
  /** The text of entities in earlier lists, if they have not changed since. */
  readonly listCache: ListCache
  /** The team of callers without a key: always empty. */
  readonly keylessTeam: Team
  /** Whether keys were given at creation and every valid key is secret; if so, pages of any origin may use the server. */
  readonly hasOwnKeys: boolean
  /** Whether a token is that of the control API; null where calling from this machine is enough. */
  readonly isAdminToken: ((token: string) => boolean) | null
  /** Called before each operation of a team: a clock that stands still may have to go on for it. */
  beforeOperation(team: Team, name: OperationName): void
  /** Stores a changed entity, or a new one with its identity. */
  storeEntity(team: Team, entity: StoredEntity, identity: Identity | null): void
  /** Creates the state of the start, to which changes can be applied before `replaceState`. */
  createInitialState(): State
  /** Replaces the state of the server. */
  replaceState(state: State): void
}
