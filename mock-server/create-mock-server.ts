import { answerRequest } from './adapters/fetch.ts'
import { createControls } from './controls.ts'
import { createFaults } from './faults/faults.ts'
import { dispatch } from './http/dispatch.ts'
import type { IncomingRequest } from './http/request.ts'
import type { ChangeListener, MockServer } from './mock-server.ts'
import { checkOptions, defaultKey, type MockServerOptions } from './options.ts'
import { dueAt } from './screening/life.ts'
import { createReads } from './screening/reads.ts'
import type { Server } from './server.ts'
import { applyChange, type Change, entityChange } from './state/changes.ts'
import { createClock, latest } from './state/clock.ts'
import { createRequestLog } from './state/request-log.ts'
import { createTeam, createTeams } from './state/teams.ts'

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
  const wait = kept(controls.wait)
  return {
    fetch: request =>
      answerRequest({ dispatch: answer, clock: { wait }, bodyLimit: server.bodyLimit }, request),
    dispatch: answer,
    teams: { create: kept(controls.createTeam) },
    clock: {
      now: server.clock.now,
      wait,
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
  const mode = options.clock ?? 'manual'
  const clock = createClock(mode)
  const teams = createTeams(seed, entityLimit, Object.entries(keys))
  const faults = createFaults(seed)
  const requests = createRequestLog()
  let settledAt = 0
  let changes: Change[] = []
  const changed = (change: Change) => void (listeners.size > 0 && changes.push(change))

  const reads = createReads({
    mode,
    clock,
    scenarios,
    changed,
    warn: options.warn ?? (sentence => console.warn(sentence)),
  })

  function clear(): void {
    teams.reset()
    reads.clear()
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
    hasOwnKeys: Object.keys(keys).length > 0 && !Object.hasOwn(keys, defaultKey),
    duplicateOrganizations: options.duplicateOrganizations ?? 'allow',
    scenarios,
    bodyLimit: options.bodyLimit ?? 10 * 1024 * 1024,
    latency: options.latency ?? 0,
    adminToken: options.adminToken ?? null,
    screeningStarted(entity) {
      settledAt = Math.max(settledAt, dueAt({ scenarios }, entity))
      reads.started(entity)
    },
    beforeOperation: reads.before,
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
      faults.reset()
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
