import { answerRequest } from './adapters/fetch.ts'
import { createControls } from './controls.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { dispatch } from './http/dispatch.ts'
import type { Reply } from './http/reply.ts'
import type { IncomingRequest } from './http/request.ts'
import { checkOptions, type MockServerOptions } from './options.ts'
import { dueAt } from './screening/life.ts'
import type { Server } from './server.ts'
import { applyChange, type Change, entityChange, type Snapshot } from './state/changes.ts'
import { createClock, type Duration, latest } from './state/clock.ts'
import { createRequestLog, type RequestLog } from './state/request-log.ts'
import { createTeam, createTeams, type TeamAccess, type TeamOptions } from './state/teams.ts'

/**
 * Told of what has changed before the request that changed it is answered; may take its time by a promise.
 *
 * @example
 * const journal: string[] = []
 * const listener: ChangeListener = changes => void journal.push(...changes.map(change => JSON.stringify(change)))
 */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>

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
  /** Answers a request without `Request` and `Response`: what the adapters call. */
  readonly dispatch: (request: IncomingRequest) => Reply
  /** Its teams, each with entities of its own and its keys (specification: Authentication). */
  readonly teams: {
    /**
     * Makes a team, or one more key for a team: nobody sees another team's entities, so that a test with its own is by itself.
     *
     * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
     * @example
     * const { id, apiKey } = server.teams.create({ entityLimit: 50 })
     */
    create(options?: TeamOptions): TeamAccess
  }
  /** Its only time: screenings, timestamps and delayed answers go by it. */
  readonly clock: {
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
     * @example
     * await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
     * server.clock.settle()
     * const [entity] = await client.entities.list()
     * console.log(entity?.riskLevel) // high
     */
    settle(): void
    /**
     * Resolves when so many of its milliseconds have passed: of a manual clock, when it was advanced so far, or reset. Rejects
     * with the signal's reason when that is aborted.
     *
     * @example
     * const later = server.clock.wait(1_000)
     * server.clock.advance('1s')
     * await later
     */
    wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  }
  /** What goes wrong on purpose. */
  readonly faults: Faults
  /** What came in and what went out. */
  readonly requests: RequestLog
  /** The longest body, in bytes. */
  readonly bodyLimit: number
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
   * @example
   * const copy = createMockServer()
   * for (const change of server.snapshot().changes) copy.apply(change)
   */
  apply(change: Change): void
}

/**
 * Makes the Entity Screening Service in memory. Nothing runs in the background, nothing is fetched, and the same seed and
 * calls give the same bytes. Everybody who has a hit there is invented. docs/reference-server.md says how it screens.
 *
 * @throws TypeError naming each option that is wrong.
 * @example
 * const server = createMockServer()
 * const { apiKey } = server.teams.create()
 * const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  checkOptions(options)
  const listeners = new Set<ChangeListener>()
  const server = assemble(options, listeners)
  const controls = createControls(server)
  const answer = (request: IncomingRequest) => dispatch(server, controls, request)
  return {
    fetch: request =>
      answerRequest({ dispatch: answer, clock: server.clock, bodyLimit: server.bodyLimit }, request),
    dispatch: answer,
    teams: { create: kept(controls.createTeam) },
    clock: {
      now: server.clock.now,
      wait: server.clock.wait,
      advance: kept(controls.advance),
      settle: kept(controls.settle),
    },
    faults: server.faults,
    requests: server.requests,
    bodyLimit: server.bodyLimit,
    setCaseStatus: kept(controls.setCaseStatus),
    reset: kept(controls.reset),
    snapshot: controls.snapshot,
    restore: kept(controls.restore),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply: change => applyChange(server, change),
  }

  /** A call that is no request hands on what it changed by itself. */
  function kept<Parameters extends unknown[], Result>(control: (...parameters: Parameters) => Result) {
    return (...parameters: Parameters): Result => {
      const result = control(...parameters)
      // Nobody waits for it here.
      server
        .flush()
        ?.catch((error: unknown) => console.error('entity-screening: a change could not be kept:', error))
      return result
    }
  }
}

function assemble(options: MockServerOptions, listeners: ReadonlySet<ChangeListener>): Server {
  const { seed = 1, entityLimit = 10_000, keys = {}, scenarios = true } = options
  const clock = createClock(options.clock ?? 'manual')
  const teams = createTeams(seed, entityLimit, Object.entries(keys))
  const faults = createFaults(seed)
  const requests = createRequestLog()
  let settledAt = 0
  let changes: Change[] = []
  const changed = (change: Change) => void (listeners.size > 0 && changes.push(change))

  function clear(): void {
    teams.reset()
    settledAt = 0
  }

  return {
    seed,
    clock,
    teams,
    faults,
    requests,
    nobody: createTeam('', 0),
    dialect: options.dialect ?? 'documented',
    caseStatuses: options.caseStatuses ?? {},
    searchRequiresKey: options.searchRequiresKey ?? true,
    duplicateOrganizations: options.duplicateOrganizations ?? 'allow',
    scenarios,
    bodyLimit: options.bodyLimit ?? 10 * 1024 * 1024,
    latency: options.latency ?? 0,
    adminToken: options.adminToken ?? null,
    screeningStarted(entity) {
      settledAt = Math.max(settledAt, dueAt({ scenarios }, entity))
    },
    entityChanged: (team, entity) => {
      if (listeners.size > 0) changed(entityChange(team, entity))
    },
    changed,
    flush() {
      if (changes.length === 0) return undefined
      const batch = changes
      changes = []
      return tell(listeners, batch)
    },
    settle() {
      clock.advance(Math.max(0, Math.min(settledAt, latest) - clock.now()))
    },
    clear,
    reset() {
      clear()
      faults.remove()
      requests.clear()
      clock.reset()
    },
  }
}

/** Every listener is told, whatever the others do; then the first failure is thrown. */
function tell(listeners: ReadonlySet<ChangeListener>, changes: readonly Change[]): Promise<void> | undefined {
  const waiting: Promise<void>[] = []
  const failures: unknown[] = []
  for (const listener of listeners) {
    try {
      const kept = listener(changes)
      if (kept !== undefined) waiting.push(kept)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => {})
}
