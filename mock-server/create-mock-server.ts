import { createKeyMask } from '../src/shared/key-mask.ts'
import { isSameToken } from './admin/token.ts'
import { createCallbackGuard } from './callbacks/guard.ts'
import { createTransform } from './callbacks/transform.ts'
import { createWarnings } from './callbacks/warnings.ts'
import { createFaults } from './faults/active.ts'
import { warnOfUnknownTeam } from './faults/unknown-team.ts'
import { createDelayedResponses, undelayedResponses } from './http/delayed-responses.ts'
import { dispatch, refuseRequest } from './http/dispatch.ts'
import { answerRequest, requestOf } from './http/fetch.ts'
import { createReplacedError, createWriteQueue } from './http/write-queue.ts'
import { Refusal } from './message/reply.ts'
import { runAtOnce } from './message/sliced-work.ts'
import { defaultKey, type MockServerOptions, readSettings } from './options.ts'
import { parseArgument } from './parse-argument.ts'
import { createReads } from './screening/reads.ts'
import { createPrefixWatch } from './screening/scenarios/unknown-prefix.ts'
import type { MockServer, Server } from './server.ts'
import { applyChange, readSnapshot } from './state/apply.ts'
import { setCaseStatus } from './state/case-status.ts'
import {
  type Change,
  changeSchema,
  changesOf,
  clockChange,
  copyChanges,
  entityChange,
  faultsChange,
  takeSnapshot,
  teamChange,
} from './state/changes.ts'
import { createClock, type Duration, latest, standsStill } from './state/clock.ts'
import { putEntity } from './state/entities.ts'
import { createPages } from './state/pages.ts'
import { createPending, type Undo } from './state/pending.ts'
import { createRemovedKeys } from './state/removed-keys.ts'
import { createRequestLog } from './state/request-log.ts'
import { createSignals } from './state/signals.ts'
import { createState, type State } from './state/state.ts'
import { createTeam, createTeams } from './state/teams.ts'

/**
 * Creates the Entity Screening Service in memory. Nothing runs in the background, nothing is fetched, and the same seed and
 * calls give the same bytes. All findings are fictional; docs/mock-server.md explains how it screens.
 *
 * @throws TypeError naming each option that is wrong.
 * @example
 * const server = createMockServer()
 * const client = new EntityScreening(server.connect())
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const settings = readSettings(options)
  const { seed } = settings
  const { clock: mode = 'manual', keys = {}, adminToken } = options
  const { transform } = options
  const guard = createCallbackGuard()
  const warnings = createWarnings(guard, options.warn)
  const { warn } = warnings
  const clock = createClock(mode)
  const signals = createSignals()
  const faults = createFaults(seed, undo => changed(faultsChange(faults.list()), undo))
  const keyMask = createKeyMask()
  if (adminToken !== undefined) keyMask.learn(adminToken)
  const requests = createRequestLog(signals, keyMask)
  const delayedResponses = mode === 'manual' ? createDelayedResponses(warn) : undelayedResponses
  // Time passes without a change: each change is stored with the time.
  const time = () => (standsStill(mode) ? null : clockChange(clock))
  const pending = createPending({
    canFailLate: transform !== undefined,
    clockChange: time,
    onRollback() {
      state.updateSettledAt()
      signals.raise('reset')
    },
  })
  const { notifyingListeners: kept } = pending
  const pages = createPages()
  const beforeOperation = createReads(mode, warn)
  const checkPrefix = settings.scenarios ? createPrefixWatch(warn) : () => {}
  const removedKeys = createRemovedKeys()
  let state = begin()

  function begin(): State {
    const teams = createTeams(seed, settings.entityLimit, Object.entries(keys), keyMask.learn)
    return createState(settings, teams)
  }

  function swap(next: State, method: string): void {
    removedKeys.note(state.teams, next.teams, method)
    state = next
    pages.clear()
  }

  /** Back to the start, without a word to those who keep the state. */
  function restart(): void {
    swap(begin(), 'reset()')
    clock.reset()
    faults.restore([])
    requests.clear()
  }

  /** Takes the clock to where the changes that were applied have left it. */
  function syncClock(): void {
    if (state.ahead !== null) clock.restore(state.ahead)
    clock.advanceTo(state.reached)
    state.ahead = null
    state.reached = 0
  }

  /** A step that may take the clock on. */
  function changingClock<Parameters extends unknown[], Result>(step: (...parameters: Parameters) => Result) {
    return kept((...parameters: Parameters) => {
      const before = clock.ahead()
      const result = step(...parameters)
      if (clock.ahead() !== before) changed(clockChange(clock))
      return result
    })
  }

  function advance(duration: Duration): void {
    const before = clock.now()
    clock.advance(duration)
    delayedResponses.noteClockMove(clock.now() - before)
  }

  function settle(): void {
    if (state.settledAt > latest)
      throw new RangeError('a screening would end after the year 9999, where the clock stops')
    clock.advanceTo(Math.max(state.settledAt, ...clock.waits()))
    delayedResponses.noteClockMove(Number.POSITIVE_INFINITY)
  }

  /** Those who keep the state take it from the beginning: with the teams of this start, for another may have others. */
  function republishState(undo: Undo): void {
    changed({ kind: 'reset' }, undo)
    if (!pending.isRecording()) return
    const nothing = () => {}
    for (const change of changesOf(server)) pending.changed(change, nothing)
    pending.changed(faultsChange(faults.list()), nothing)
  }

  /** The step that takes a reset, or another state, back. */
  function undoSwap(): Undo {
    const before = { state, ahead: clock.ahead(), faults: faults.list() }
    return () => {
      state = before.state
      pages.clear()
      clock.restore(before.ahead)
      faults.restore(before.faults)
    }
  }

  function changed(change: Change, undo?: Undo): void {
    signals.tell(change)
    pending.changed(change, undo)
  }

  const server: Server = {
    ...settings,
    ...pending,
    changed,
    signals,
    mask: keyMask.mask,
    transformReply: transform && createTransform(guard, transform),
    ...warnings,
    removedKeys: removedKeys.all,
    requests,
    faults: {
      ...faults,
      add: kept(fault => {
        delayedResponses.noteDelay()
        const id = faults.add(fault)
        if (fault.team !== undefined) warnOfUnknownTeam(state.teams, fault.team, warn)
        return id
      }),
      remove: kept(faults.remove),
    },
    pages,
    writeQueue: createWriteQueue(),
    nobody: createTeam('', 0),
    get hasOwnKeys() {
      return Object.keys(keys).length > 0 && state.teams.byKey(defaultKey) === undefined
    },
    isAdminToken: adminToken === undefined ? null : token => isSameToken(token, adminToken),
    get state() {
      return state
    },
    fetch: async (input, init) => answerRequest(server, requestOf(input, init)),
    dispatch: request => dispatch(server, request),
    refuse: (request, status, sentence) => refuseRequest(server, request, new Refusal(status, sentence)),
    get internal() {
      return server
    },
    delayedResponses,
    clock: {
      ...clock,
      advance: changingClock(advance),
      wait: changingClock(clock.wait),
      settle: changingClock(settle),
    },
    teams: {
      create: kept(options => {
        const { teams } = state
        const { apiKey, team, isNewKey } = teams.add(options)
        changed(teamChange(apiKey, team), isNewKey ? () => teams.removeKey(apiKey) : undefined)
        return { id: team.id, apiKey }
      }),
    },
    connect(team) {
      const { apiKey } = server.teams.create(team)
      return { apiKey, baseUrl: 'http://in-process', fetch: server.fetch }
    },
    setCaseStatus: kept((entityId, caseStatus) => setCaseStatus(server, entityId, caseStatus)),
    reset: kept(() => {
      const undo = undoSwap()
      restart()
      republishState(undo)
    }),
    snapshot: () => takeSnapshot(server),
    changes: () => changesOf(server),
    restore: kept(snapshot => server.take(runAtOnce(readSnapshot(server, snapshot)))),
    async load(given) {
      const before = state
      const { loadGiven } = await import('./fixtures/given.ts')
      if (state !== before) throw createReplacedError()
      return loadGiven(server, given)
    },
    onChange: listener =>
      pending.listen(changes => guard.wait('onChange', () => listener(copyChanges(changes)))),
    apply(given) {
      const change = parseArgument(changeSchema, given, { caller: 'apply', root: 'the change' })
      if (change.kind === 'reset') restart()
      else if (change.kind === 'faults')
        faults.restore(change.faults.map(({ fault, ...counted }) => ({ ...fault, ...counted })))
      else {
        applyChange(state, change)
        syncClock()
      }
      signals.tell(change)
    },
    screeningStarted(entity) {
      checkPrefix(entity.name)
      state.screeningStarted(entity)
    },
    beforeOperation: (team, name) => beforeOperation(server, team, name),
    entityChanged(team, entity, identity) {
      const undo = putEntity(team, entity, identity)
      signals.touch(team.id, entity.id)
      if (pending.isRecording()) pending.changed(entityChange(team, entity), undo)
    },
    begin,
    take(next) {
      const undo = undoSwap()
      swap(next, 'restore()')
      syncClock()
      republishState(undo)
    },
  }
  return server
}
