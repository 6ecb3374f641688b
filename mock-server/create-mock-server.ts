import { text } from '../src/contract/text.ts'
import { createKeyMask } from '../src/shared/key-mask.ts'
import { check } from './check.ts'
import { createFaults } from './faults/active.ts'
import type { Fault } from './faults/fault.ts'
import { dispatch, refuse } from './http/dispatch.ts'
import { answerRequest, requestOf } from './http/fetch.ts'
import { createLateCalls, noLateCalls } from './http/late-calls.ts'
import { createReplacedError, createWriteQueue } from './http/write-queue.ts'
import { Refusal } from './message/reply.ts'
import { atOnce } from './message/turns.ts'
import { defaultKey, type MockServerOptions, readSettings } from './options.ts'
import { createReads } from './screening/reads.ts'
import { createPrefixWatch } from './screening/scenarios/unknown-prefix.ts'
import type { MockServer, Server } from './server.ts'
import { applyChange, readSnapshot } from './state/apply.ts'
import {
  type Change,
  changeSchema,
  changesOf,
  clockChange,
  entityChange,
  faultsChange,
  takeSnapshot,
  teamChange,
} from './state/changes.ts'
import { createClock, type Duration, latest, standsStill } from './state/clock.ts'
import { withoutStatedFields } from './state/entities.ts'
import { createPages } from './state/pages.ts'
import { type ChangeListener, createPending } from './state/pending.ts'
import { createRemovedKeys } from './state/removed-keys.ts'
import { createRequestLog } from './state/request-log.ts'
import { createSignals } from './state/signals.ts'
import { createState, type State } from './state/state.ts'
import { createTeam, createTeams } from './state/teams.ts'

const maxTeamsNamed = 10

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
  const settings = readSettings(options)
  const { seed } = settings
  const { clock: mode = 'manual', keys = {}, adminToken } = options
  const { warn = (sentence: string) => console.warn(sentence) } = options
  const listeners = new Set<ChangeListener>()
  const clock = createClock(mode)
  const signals = createSignals()
  const faults = createFaults(seed, () => changed(faultsChange(faults.list())))
  const keyMask = createKeyMask()
  if (adminToken !== undefined) keyMask.learn(adminToken)
  const requests = createRequestLog(signals, keyMask)
  const lateCalls = mode === 'manual' ? createLateCalls(warn) : noLateCalls
  // Time passes without a change: each change is stored with the time.
  const time = () => (standsStill(mode) ? null : clockChange(clock))
  const pending = createPending(listeners, time)
  const { kept } = pending
  const pages = createPages()
  const beforeOperation = createReads(mode, warn)
  const checkPrefix = settings.scenarios ? createPrefixWatch(warn) : () => {}
  const removedKeys = createRemovedKeys()
  const warnings = new Set<string>()
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
  function moveClock(): void {
    if (state.ahead !== null) clock.restore(state.ahead)
    clock.reach(state.reached)
    state.ahead = null
    state.reached = 0
  }

  /** A step that may take the clock on. */
  function moving<Parameters extends unknown[], Result>(step: (...parameters: Parameters) => Result) {
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
    lateCalls.moved(clock.now() - before)
  }

  function settle(): void {
    if (state.settledAt > latest)
      throw new RangeError('a screening would end after the year 9999, where the clock stops')
    clock.reach(Math.max(state.settledAt, ...clock.waits()))
    lateCalls.moved(Number.POSITIVE_INFINITY)
  }

  /** Those who keep the state take it from the beginning: with the teams of this start, for another may have others. */
  function tellAnew(): void {
    changed({ kind: 'reset' })
    if (listeners.size === 0) return
    for (const change of changesOf(server)) pending.changed(change)
    pending.changed(faultsChange(faults.list()))
  }

  /** A team may come later: this may be a typing error. */
  function warnOfNoTeam({ team }: Fault): void {
    if (team === undefined || state.teams.byId(team) !== undefined) return
    const ids = Array.from(state.teams.all(), ({ id }) => id).slice(0, maxTeamsNamed)
    const teams = ids.length === 0 ? 'there are none yet' : `there are ${ids.join(', ')}`
    warn(`entity-screening: faults.add: no team has the id "${team}" (${teams}): the fault waits for it.`)
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
    warn,
    warnOnce(sentence) {
      if (warnings.has(sentence)) return
      warnings.add(sentence)
      warn(sentence)
    },
    removedKeys: removedKeys.all,
    requests,
    faults: {
      ...faults,
      add: kept(fault => {
        lateCalls.delayAdded()
        const id = faults.add(fault)
        warnOfNoTeam(fault)
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
    isAdminToken: adminToken === undefined ? null : token => equalInConstantTime(token, adminToken),
    get state() {
      return state
    },
    fetch: async (input, init) => answerRequest(server, requestOf(input, init)),
    dispatch: request => dispatch(server, request),
    refuse: (request, status, sentence) => refuse(server, request, new Refusal(status, sentence)),
    get whole() {
      return server
    },
    lateCalls,
    clock: { ...clock, advance: moving(advance), wait: moving(clock.wait), settle: moving(settle) },
    teams: {
      create: kept(options => {
        const { apiKey, team } = state.teams.add(options)
        changed(teamChange(apiKey, team))
        return { id: team.id, apiKey }
      }),
    },
    setCaseStatus: kept((entityId, given) => {
      const caseStatus = check(text, given, { called: 'setCaseStatus', root: 'caseStatus' })
      for (const team of state.teams.all()) {
        const entity = team.entities.get(entityId)
        if (entity === undefined) continue
        return server.entityChanged(team, { ...withoutStatedFields(entity, 'caseStatus'), caseStatus })
      }
      throw new RangeError('no team has an entity with this id')
    }),
    reset: kept(() => {
      restart()
      tellAnew()
    }),
    snapshot: () => takeSnapshot(server),
    changes: () => changesOf(server),
    restore: kept(snapshot => server.take(atOnce(readSnapshot(server, snapshot)))),
    async load(given) {
      const before = state
      const { loadGiven } = await import('./fixtures/given.ts')
      if (state !== before) throw createReplacedError()
      return loadGiven(server, given)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply(given) {
      const change = check(changeSchema, given, { called: 'apply', root: 'the change' })
      if (change.kind === 'reset') restart()
      else if (change.kind === 'faults')
        faults.restore(change.faults.map(({ fault, ...counted }) => ({ ...fault, ...counted })))
      else {
        applyChange(state, change)
        moveClock()
      }
      signals.tell(change)
    },
    screeningStarted(entity) {
      checkPrefix(entity.name)
      state.screeningStarted(entity)
    },
    beforeOperation: (team, name) => beforeOperation(server, team, name),
    entityChanged(team, entity) {
      team.entities.set(entity.id, entity)
      signals.touch(team.id, entity.id)
      if (listeners.size > 0) pending.changed(entityChange(team, entity))
    },
    begin,
    take(next) {
      swap(next, 'restore()')
      moveClock()
      tellAnew()
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
