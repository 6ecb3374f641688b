import { answerRequest } from './adapters/fetch.ts'
import { bodyLimitOf } from './admin/index.ts'
import { createControls } from './controls.ts'
import { createFaults } from './faults/faults.ts'
import { dispatch } from './http/dispatch.ts'
import { prepare } from './http/prepare.ts'
import type { IncomingRequest } from './http/request.ts'
import type { ChangeListener, MockServer } from './mock-server.ts'
import { checkOptions, defaultKey, type MockServerOptions } from './options.ts'
import { dueAt } from './screening/life.ts'
import { createReads } from './screening/reads.ts'
import type { Server } from './server.ts'
import { createBeside, type State } from './state/beside.ts'
import { applyChange, changesOf, clockChange, entityChange } from './state/changes.ts'
import { createClock, latest } from './state/clock.ts'
import { createPending } from './state/pending.ts'
import { createRequestLog } from './state/request-log.ts'
import { createTeam, createTeams, type StoredEntity } from './state/teams.ts'
import { createViews } from './state/views.ts'

/**
 * Makes the Entity Screening Service in memory. Nothing runs in the background, nothing is fetched, and the same seed and
 * calls give the same bytes. All findings are fictional. docs/mock-server.md says how it screens.
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
  const limitOf = (request: Omit<IncomingRequest, 'body'>) => bodyLimitOf(server, request)
  return {
    fetch: request => answerRequest({ dispatch: answer, clock: { wait }, bodyLimitOf: limitOf }, request),
    prepare: request => prepare(server, request),
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
    bodyLimitOf: limitOf,
    setCaseStatus: kept(controls.setCaseStatus),
    reset: kept(controls.reset),
    snapshot: controls.snapshot,
    changes: () => changesOf(server),
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
      const result = takingBack(server, () => control(...parameters))
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
  const faults = createFaults(seed)
  const requests = createRequestLog()
  const goesByItself = mode !== 'manual' && mode !== 'stepping'
  // The time goes on without a change: whoever keeps one keeps the time, too.
  const pending = createPending(listeners, () => (goesByItself ? clockChange(server) : null))
  const views = createViews()
  const reads = createReads({
    mode,
    clock,
    scenarios,
    hasGoneOn: () => pending.changed(clockChange(server)),
    warn: options.warn ?? (sentence => console.warn(sentence)),
  })
  let state = begin()

  function begin(): State {
    return {
      teams: createTeams(seed, entityLimit, Object.entries(keys)),
      reads: reads.anew(),
      settledAt: 0,
    }
  }

  function started(state: State, entity: StoredEntity): void {
    state.settledAt = Math.max(state.settledAt, dueAt({ scenarios }, entity))
    state.reads.started(entity)
  }

  function swap(next: State): () => void {
    const before = state
    state = next
    return () => {
      state = before
    }
  }

  const server: Server = {
    seed,
    clock,
    get teams() {
      return state.teams
    },
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
    maximumTextLength: options.maximumTextLength ?? 1000,
    latency: options.latency ?? 0,
    adminToken: options.adminToken ?? null,
    screeningStarted: entity => started(state, entity),
    beforeOperation: (team, name) => state.reads.before(team, name),
    beforeChange: views.beforeChange,
    view: () => views.open(state.teams.all()),
    isKept: () => listeners.size > 0,
    beside: () => createBeside({ seed, clock, begin, started, swap }),
    entityChanged: (team, entity) => {
      if (listeners.size > 0) pending.changed(entityChange(team, entity))
    },
    ...pending,
    undoable(step) {
      const at = state
      const before = at.settledAt
      pending.undoable(() => {
        step()
        at.settledAt = before
      })
    },
    settle() {
      if (state.settledAt > latest)
        throw new RangeError('what is under way ends later than a clock goes, which is to the year 9999')
      clock.advance(Math.max(0, state.settledAt - clock.now()))
    },
    reset() {
      swap(begin())
      faults.reset()
      requests.clear()
      clock.reset()
    },
  }
  return server
}

/** Runs what may fail halfway: nothing of it stays then. */
export function takingBack<Result>(server: Server, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    server.takeBack()
    throw error
  }
}
