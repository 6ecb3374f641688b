import { isSameToken } from './admin/token.ts'
import { createTransform } from './callbacks/transform.ts'
import { readSnapshot } from './changes/apply-change.ts'
import { changesOf, copyChanges, entityChange, takeSnapshot, teamChange } from './changes/changes.ts'
import { applyForeignChange, resetState, restoreState } from './changes/replace-state.ts'
import { createWriteQueue } from './changes/write-queue.ts'
import { createBeforeOperation } from './clock/before-operation.ts'
import { createServerClock } from './clock/server-clock.ts'
import { warnOfUnknownTeam } from './faults/warn-of-unknown-team.ts'
import { copyFixtures, findFixtureTeam } from './fixtures/copy-fixtures.ts'
import { dispatch } from './http/dispatch.ts'
import { answerRequest, toRequest } from './http/fetch.ts'
import { runWithoutPause } from './message/sliced-work.ts'
import { defaultKey, type MockServerOptions } from './options.ts'
import { createPrefixWatch } from './screening/scenarios/unknown-prefix.ts'
import type { MockServer, Server } from './server.ts'
import { setCaseStatus } from './state/case-status.ts'
import { prepareUndo, putEntity } from './state/entities.ts'
import {
  createInitialState,
  createServerParts,
  publishChange,
  type ServerParts,
} from './state/server-parts.ts'
import { createTeam } from './state/teams.ts'

/**
 * Creates the Entity Screening Service in memory. Nothing runs in the background, and the server makes no network requests. The
 * same seed and the same calls give the same bytes. All findings are fictional.
 *
 * @throws TypeError naming each option that is wrong.
 * @example
 * const server = createMockServer()
 * const client = new EntityScreening(server.connect())
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const parts = createServerParts(options)
  const { keys = {}, adminToken, transform } = options
  const { signals, requests, listCache, watchDelay, removedKeys, keyMask, guard } = parts
  const hasKeys = Object.keys(keys).length > 0
  const server: Server = {
    ...parts.settings,
    ...parts.changeBuffer,
    ...parts.warnings,
    ...{ signals, requests, listCache, watchDelay, removedKeys: removedKeys.all, mask: keyMask.mask },
    transformReply: transform && createTransform(guard, transform),
    writeQueue: createWriteQueue(),
    keylessTeam: createTeam('', 0),
    isAdminToken: adminToken === undefined ? null : token => isSameToken(token, adminToken),
    get hasOwnKeys() {
      return hasKeys && parts.state.teams.byKey(defaultKey) === undefined
    },
    get state() {
      return parts.state
    },
    get internal() {
      return server
    },
    clock: createServerClock(parts),
    ...createRequestMethods(() => server),
    ...createTesterMethods(parts, () => server),
    ...createStateMethods(parts, () => server),
    ...createHooks(parts, () => server),
  }
  return server
}

/** Returns the server. Methods get this function instead of the server, because they are created before the server. */
type ServerReference = () => Server

function createRequestMethods(server: ServerReference): Pick<Server, 'fetch' | 'dispatch' | 'connect'> {
  return {
    fetch: async (input, init) => answerRequest(server(), toRequest(input, init)),
    dispatch: request => dispatch(server(), request),
    connect(team) {
      const { apiKey } = server().teams.create(team)
      return { apiKey, baseUrl: 'http://in-process', fetch: server().fetch, dangerouslyAllowBrowser: true }
    },
  }
}

/** The methods with which a test sets up teams, entities and faults. */
function createTesterMethods(
  parts: ServerParts,
  server: ServerReference,
): Pick<Server, 'faults' | 'teams' | 'setCaseStatus' | 'load'> {
  const { faults, warnings } = parts
  const { notifyingListeners } = parts.changeBuffer
  return {
    faults: {
      ...faults,
      add: notifyingListeners(fault => {
        const id = faults.add(fault)
        if (fault.team !== undefined) warnOfUnknownTeam(parts.state.teams, fault.team, warnings.warn)
        return id
      }),
      remove: notifyingListeners(faults.remove),
    },
    teams: {
      create: notifyingListeners(options => {
        const { teams } = parts.state
        const { apiKey, team, isNewKey } = teams.add(options)
        publishChange(parts, teamChange(apiKey, team), isNewKey ? () => teams.removeKey(apiKey) : undefined)
        return { id: team.id, apiKey }
      }),
    },
    setCaseStatus: notifyingListeners((entityId, caseStatus) =>
      setCaseStatus(server(), entityId, caseStatus),
    ),
    async load(fixtures) {
      const copy = copyFixtures(fixtures)
      const team = findFixtureTeam(parts.state.teams, copy)
      const arrival = { team, now: parts.clock.now() }
      const work = import('./fixtures/load-fixtures-or-recording.ts').then(({ readFixturesOrRecording }) =>
        readFixturesOrRecording(server(), copy, arrival),
      )
      return server().writeQueue.add(server(), team ?? server().keylessTeam, work)
    },
  }
}

/** The methods that copy, replace or watch the state. */
function createStateMethods(
  parts: ServerParts,
  server: ServerReference,
): Pick<
  Server,
  'reset' | 'snapshot' | 'restore' | 'changes' | 'onChange' | 'apply' | 'createInitialState' | 'replaceState'
> {
  const { guard, changeBuffer } = parts
  return {
    reset: changeBuffer.notifyingListeners(() => resetState(parts, server())),
    snapshot: () => takeSnapshot(server()),
    restore: changeBuffer.notifyingListeners(snapshot =>
      restoreState(parts, server(), runWithoutPause(readSnapshot(server(), snapshot))),
    ),
    changes: () => changesOf(server()),
    onChange: listener =>
      changeBuffer.listen(changes => guard.wait('onChange', () => listener(copyChanges(changes)))),
    apply: change => applyForeignChange(parts, change),
    createInitialState: () => createInitialState(parts),
    replaceState: state => restoreState(parts, server(), state),
  }
}

/** Creates the server's functions that operations call. */
function createHooks(
  parts: ServerParts,
  server: ServerReference,
): Pick<Server, 'recordChange' | 'beforeOperation' | 'storeEntity'> {
  const { signals, changeBuffer, settings, options, warnings } = parts
  const beforeOperation = createBeforeOperation(options.clock ?? 'manual', warnings.warn)
  const checkPrefix = settings.scenarios ? createPrefixWatch(warnings.warn) : () => {}
  return {
    recordChange: (change, undo) => publishChange(parts, change, undo),
    beforeOperation: (team, operation) => beforeOperation(server(), team, operation),
    storeEntity(team, entity, identity) {
      if (identity !== null) checkPrefix(entity.name)
      parts.state.extendSettledTime(entity)
      const undo = changeBuffer.isRecording() ? prepareUndo(team, entity, identity) : undefined
      putEntity(team, entity, identity)
      signals.raiseEntity(team.id, entity.id)
      if (undo !== undefined) changeBuffer.recordChange(entityChange(team, entity), undo)
    },
  }
}
