import type { OperationName } from '../src/contract/operations.ts'
import type { FaultBox, Faults } from './faults/faults.ts'
import type { Reply } from './message/reply.ts'
import type { IncomingRequest } from './message/request.ts'
import type { Settings } from './options.ts'
import type { Beside, State } from './state/beside.ts'
import type { Change, Snapshot } from './state/changes.ts'
import type { Clock, Duration } from './state/clock.ts'
import type { ChangeListener, Pending } from './state/pending.ts'
import type { RequestLog, RequestRecorder } from './state/request-log.ts'
import type { StoredEntity, Team, TeamAccess, TeamOptions } from './state/teams.ts'
import type { Views } from './state/views.ts'

/**
 * The service in memory: every operation of the specification, and what a tester needs around it (specification: Endpoints).
 *
 * @example
 * const server = createMockServer()
 * const { apiKey } = server.teams.create()
 * const answer = await server.fetch(
 *   new Request('http://localhost/v1/entities', { headers: { authorization: `Bearer ${apiKey}` } }),
 * )
 * console.log(await answer.json()) // []
 */
export interface MockServer {
  /**
   * Answers a request as the service would, whatever its host is; may be given to a client as its `fetch`. Rejects with a
   * TypeError where a fault breaks the connection.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Reads the long body of a bulk request, or of a snapshot, in slices, so that nobody else waits for it: answers what is to be
   * handed to `dispatch` then. Undefined for all other requests, which `dispatch` answers as they are.
   *
   * @example
   * const long = { method: 'POST', path: '/v1/entities/bulk', header: () => null, body: '{"entities":[]}', local: true }
   * const reply = server.dispatch((await server.prepare(long)) ?? long)
   */
  readonly prepare: (request: IncomingRequest) => Promise<IncomingRequest> | undefined
  /** Answers a request without `Request` and `Response`: what the adapters call. */
  readonly dispatch: (request: IncomingRequest) => Reply
  /** Its teams, each with entities of its own and its keys (specification: Authentication). */
  readonly teams: ServerTeams
  /** Its only time: screenings, timestamps and delayed answers go by it. */
  readonly clock: ServerClock
  /** What goes wrong on purpose. */
  readonly faults: Faults
  /** What came in and what went out. */
  readonly requests: RequestLog
  /** The longest body, in bytes. */
  readonly bodyLimit: number
  /**
   * The longest body of a request, in bytes: that of a snapshot may be longer than others.
   *
   * @example
   * const head = { method: 'POST', path: '/v1/entities', header: () => null, local: true }
   * console.log(server.bodyLimitOf(head)) // 10485760
   */
  bodyLimitOf(request: Omit<IncomingRequest, 'body'>): number
  /**
   * Sets an entity's case status by hand, to any text, until its next rescan (specification: States and transitions).
   *
   * @throws RangeError where no team has the entity.
   * @example
   * server.setCaseStatus(id, 'ESCALATED')
   */
  setCaseStatus(entityId: string, caseStatus: string): void
  /**
   * Back to the beginning: the teams and keys given at the start stay, empty; all others, the faults and the log of requests
   * go, and a manual clock is back at its start.
   *
   * @example
   * const server = createMockServer({ keys: { 'test-key': 'team-1' } })
   * server.reset() // between two tests
   */
  reset(): void
  /**
   * The whole state as JSON; faults and the log of requests are no part of it.
   *
   * @example
   * const kept = JSON.stringify(server.snapshot())
   */
  snapshot(): Snapshot
  /**
   * The state as changes, one after the other: what a snapshot is made of, for a state that is too large to be held twice.
   *
   * @example
   * const copy = createMockServer()
   * for (const change of server.changes()) copy.apply(change)
   */
  changes(): Iterable<Change>
  /**
   * Takes the state of a snapshot, of this server or of another with the same seed, in whichever runtime it was made.
   *
   * @throws TypeError naming what is wrong with it; the state is then as it was.
   * @example
   * const before = server.snapshot()
   * await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
   * server.restore(before)
   */
  restore(snapshot: unknown): void
  /**
   * Tells a listener of each change of the state, for those who keep it elsewhere; answers a function that ends it.
   *
   * @example
   * const copy = createMockServer()
   * const stop = server.onChange(changes => changes.forEach(copy.apply))
   * stop()
   */
  onChange(listener: ChangeListener): () => void
  /**
   * Takes a change that another server told its listeners; this one's are not told. A change that it has already changes
   * nothing.
   *
   * @throws TypeError where a key is another team's here, or something belongs to what is not there.
   * @example
   * const copy = createMockServer()
   * for (const change of server.snapshot().changes) copy.apply(change)
   */
  apply(change: Change): void
}

/** The teams of a server: `server.teams` (specification: Authentication). */
export interface ServerTeams {
  /**
   * Makes a team, or one more key for a team: nobody sees another team's entities, so that a test with its own is by itself.
   *
   * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
   * @example
   * const { id, apiKey } = server.teams.create({ entityLimit: 50 })
   */
  create(options?: TeamOptions): TeamAccess
}

/** The time of a server: `server.clock`. A manual one stands still until it is told to go on; a stepping one goes on with each read, too. */
export interface ServerClock {
  /**
   * The time, in milliseconds since 1970.
   *
   * @example
   * const today = new Date(server.clock.now())
   */
  now(): number
  /**
   * Goes forward by a time span such as `'10s'`, or milliseconds.
   *
   * @throws RangeError for what is no time span, or leads beyond the year 9999.
   * @example
   * server.clock.advance('1s') // a screening has begun: IN_PROGRESS
   */
  advance(duration: Duration): void
  /**
   * Goes forward to when every screening, and every analysis of a document, is done; those that never end apart.
   *
   * @throws RangeError where that lies beyond the year 9999; the clock is then as it was.
   * @example
   * await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
   * server.clock.settle()
   * const [entity] = await client.entities.list()
   * console.log(entity?.riskLevel) // high
   */
  settle(): void
  /**
   * Resolves when so many of its milliseconds have passed: of a manual clock, when it was advanced so far, or reset; a stepping
   * one goes so far at once. Rejects with the signal's reason when that is aborted.
   *
   * @example
   * const later = server.clock.wait(1_000)
   * server.clock.advance('1s')
   * await later
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The mock server as its own parts see it. */
export interface Server extends MockServer, Settings, Pending {
  readonly clock: Clock & ServerClock
  readonly faults: FaultBox
  readonly requests: RequestRecorder
  /** All that a snapshot replaces, but for the clock. */
  readonly state: State
  /** The team of callers without a key: always empty. */
  readonly nobody: Team
  /** Whether all of its keys are secret: pages of any origin may use it then. */
  readonly hasOwnKeys: boolean
  /** Whether a token is that of the control API; null where calling from this machine is enough. */
  readonly isAdminToken: ((token: string) => boolean) | null
  /** Called whenever a screening or an analysis starts, so that the clock can go to where nothing is due. */
  screeningStarted(entity: StoredEntity): void
  /** Called before each operation of a team: a clock that stands still may have to go on for it. */
  beforeOperation(team: Team, name: OperationName): void
  /** Called before an entity changes, for those who write what was there before. */
  beforeChange(entity: StoredEntity): void
  /** Called when what is kept of an entity has changed. */
  entityChanged(team: Team, entity: StoredEntity): void
  /** The teams with their entities, as they are now and stay in it. */
  view(): ReturnType<Views['open']>
  /** The state of the start, to which changes can be applied before it replaces the server's. */
  beside(): Beside
  /** Replaces the state by one that was built beside it. */
  take(state: Beside): void
}
