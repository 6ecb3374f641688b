import { text } from '../src/contract/text.ts'
import { createKeyMask } from '../src/shared/key-mask.ts'
import { bodyLimitOf } from './admin/index.ts'
import { check } from './check.ts'
import { createFaults } from './faults/active.ts'
import { dispatch } from './http/dispatch.ts'
import { answerRequest, requestOf } from './http/fetch.ts'
import { createLateCalls, noLateCalls } from './http/late-calls.ts'
import { prepare } from './http/prepare.ts'
import { atOnce } from './message/turns.ts'
import { checkOptions, defaultKey, type MockServerOptions, settingsOf } from './options.ts'
import { beginsAt, dueAt } from './screening/life.ts'
import { createReads } from './screening/reads.ts'
import type { MockServer, Server } from './server.ts'
import { applyChange, readSnapshot } from './state/apply.ts'
import { createBeside, type State } from './state/beside.ts'
import {
  type Change,
  changesOf,
  clockChange,
  entityChange,
  requireChange,
  takeSnapshot,
  teamChange,
} from './state/changes.ts'
import { createClock, type Duration, latest, standsStill } from './state/clock.ts'
import { keepBefore } from './state/entities.ts'
import { createPages } from './state/pages.ts'
import { type ChangeListener, createPending } from './state/pending.ts'
import { createRequestLog } from './state/request-log.ts'
import { createSignals } from './state/signals.ts'
import { createTeam, createTeams, type StoredEntity } from './state/teams.ts'
import { createViews } from './state/views.ts'

/**
 * Creates the Entity Screening Service in memory. Nothing runs in the background, nothing is fetched, and the same seed and
 * calls give the same bytes. All findings are fictional; docs/mock-server.md explains how it screens.
 *
 * @throws TypeError naming each option that is wrong.
 * @example
 * const server = createMockServer()
 * const { apiKey } = server.teams.create()
 * const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  checkOptions(options)
  const settings = settingsOf(options)
  const { seed, scenarios } = settings
  const { clock: mode = 'manual', keys = {}, adminToken } = options
  const { warn = (sentence: string) => console.warn(sentence) } = options
  const listeners = new Set<ChangeListener>()
  const clock = createClock(mode)
  const signals = createSignals()
  const faults = createFaults(seed, () => signals.raise('faults'))
  const keyMask = createKeyMask()
  if (adminToken !== undefined) keyMask.learn(adminToken)
  const requests = createRequestLog(signals, keyMask)
  const lateCalls = mode === 'manual' ? createLateCalls(warn) : noLateCalls
  // Time passes without a change: each change is stored with the time.
  const time = () => (standsStill(mode) ? null : clockChange(clock))
  const pending = createPending(listeners, time, () => signals.raise('reset'))
  const { undoable, kept } = pending
  const views = createViews()
  const pages = createPages()
  const hasGoneOn = () => changed(clockChange(clock))
  const reads = createReads({ mode, clock, scenarios, hasGoneOn, warn })
  let state = begin()

  function begin(): State {
    const teams = createTeams(seed, settings.entityLimit, Object.entries(keys), keyMask.learn)
    return { teams, reads: reads.anew(), settledAt: 0, lastStepAt: 0 }
  }

  function started(state: State, entity: StoredEntity): void {
    const due = dueAt({ scenarios }, entity)
    state.settledAt = Math.max(state.settledAt, due)
    state.lastStepAt = Math.max(state.lastStepAt, due, beginsAt(entity))
    state.reads.started(entity)
  }

  function swap(next: State): () => void {
    const before = state
    state = next
    pages.clear()
    return () => {
      state = before
    }
  }

  function beforeChange(entity: StoredEntity): void {
    views.beforeChange(entity)
    pages.beforeChange(entity)
  }

  function keepTime(): void {
    const before = clock.ahead()
    undoable(() => clock.restore(before))
  }

  /** A step that may take the clock on. */
  function moving<Parameters extends unknown[], Result>(step: (...parameters: Parameters) => Result) {
    return kept((...parameters: Parameters) => {
      const before = clock.ahead()
      keepTime()
      const result = step(...parameters)
      if (clock.ahead() !== before) hasGoneOn()
      return result
    })
  }

  function advance(duration: Duration): void {
    const before = clock.now()
    clock.advance(duration)
    lateCalls.moved(clock.now() - before)
  }

  function settle(): void {
    if (state.settledAt > latest)
      throw new RangeError('a screening ends after the clock does, which stops at the year 9999')
    clock.reach(Math.max(state.settledAt, ...clock.waits()))
    lateCalls.moved(Number.POSITIVE_INFINITY)
  }

  /** Those who keep the state take it from the beginning: with the teams of this start, for another may have others. */
  function tellAnew(): void {
    changed({ kind: 'reset' })
    if (listeners.size > 0) for (const change of changesOf(server)) pending.changed(change)
  }

  function changed(change: Change): void {
    signals.tell(change)
    pending.changed(change)
  }

  const server: Server = {
    ...settings,
    ...pending,
    changed,
    signals,
    mask: keyMask.mask,
    requests,
    faults: {
      ...faults,
      add(fault) {
        lateCalls.delayAdded()
        return faults.add(fault)
      },
    },
    pages,
    nobody: createTeam('', 0),
    get hasOwnKeys() {
      return Object.keys(keys).length > 0 && state.teams.byKey(defaultKey) === undefined
    },
    isAdminToken: adminToken === undefined ? null : token => equalInConstantTime(token, adminToken),
    get state() {
      return state
    },
    fetch: async (input, init) => answerRequest(server, requestOf(input, init)),
    prepare: request => prepare(server, request),
    dispatch: request => dispatch(server, request),
    bodyLimitOf: request => bodyLimitOf(server, request),
    lateCalls,
    clock: { ...clock, advance: moving(advance), wait: moving(clock.wait), settle: moving(settle) },
    teams: {
      create: kept(options => {
        const { access, team, undo } = state.teams.add(options)
        undoable(undo)
        changed(teamChange(access.apiKey, team))
        return access
      }),
    },
    setCaseStatus: kept((entityId, given) => {
      const caseStatus = check(text, given, { called: 'setCaseStatus', root: 'caseStatus' })
      for (const team of state.teams.all()) {
        const entity = team.entities.get(entityId)
        if (entity === undefined) continue
        keepBefore(server, entity)
        entity.caseStatus = caseStatus
        return server.entityChanged(team, entity)
      }
      throw new RangeError('no team has an entity with this id')
    }),
    reset: kept(() => {
      keepTime()
      undoable(swap(begin()))
      clock.reset()
      tellAnew()
      pending.onceKept(() => {
        faults.reset()
        requests.clear()
      })
    }),
    snapshot: () => takeSnapshot(server),
    changes: () => changesOf(server),
    restore: kept(snapshot => server.take(atOnce(readSnapshot(server, snapshot)))),
    load: async fixtures => (await import('./fixtures/load.ts')).load(server, fixtures),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply(given) {
      const change = requireChange(given)
      applyChange(live, change)
      signals.tell(change)
    },
    screeningStarted: entity => started(state, entity),
    beforeOperation: (team, name) => state.reads.before(team, name),
    beforeChange,
    entityChanged(team, entity) {
      signals.touch(team.id, entity.id)
      if (listeners.size > 0) pending.changed(entityChange(team, entity))
    },
    undoable(step) {
      const at = state
      const before = at.settledAt
      undoable(() => {
        step()
        at.settledAt = before
      })
    },
    view: () => views.open(state.teams.all()),
    beside: () => createBeside({ seed, clock, begin, started, swap }),
    take(beside) {
      undoable(beside.take())
      tellAnew()
    },
  }
  /** The target of `apply`, which calls no listener. */
  const live = {
    seed,
    clock,
    get teams() {
      return state.teams
    },
    screeningStarted: server.screeningStarted,
    beforeChange,
    reset() {
      swap(begin())
      faults.reset()
      requests.clear()
      clock.reset()
    },
  }
  return server
}

/** Takes as long for a wrong first letter as for a wrong last one. */
function equalInConstantTime(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let at = 0; at < wanted.length; at += 1)
    difference |= wanted.charCodeAt(at) ^ (given.charCodeAt(at) || 0)
  return difference === 0
}
