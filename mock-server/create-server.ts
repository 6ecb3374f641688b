import { createKeyMask } from '../src/shared/key-mask.ts'
import { createWarnings } from './callbacks/warnings.ts'
import { createChanges, noteChange } from './changes/note-change.ts'
import { createSignals } from './changes/signals.ts'
import { createClock } from './clock/clock.ts'
import { createDelayWatch } from './clock/watch-delays.ts'
import { createFaults } from './faults/fault-registry.ts'
import { isLocalOrigin } from './message/origins.ts'
import { type MockServerOptions, readSettings } from './options.ts'
import { createRequestLog } from './request-log/request-log.ts'
import { createPrefixWatch } from './screening/scenarios/unknown-prefix.ts'
import type { Server } from './server.ts'
import { createListCache } from './state/list-cache.ts'
import { createState } from './state/state.ts'
import { createTeam } from './state/teams.ts'

/** Creates a server in its initial state. @throws TypeError naming each option that is wrong. */
export function createServer(options: MockServerOptions): Server {
  const settings = readSettings(options)
  const { clock: mode = 'manual', adminToken, transform } = options
  const warnings = createWarnings(options.warn)
  const signals = createSignals()
  const keyMask = createKeyMask()
  for (const key of Object.keys(settings.keys)) keyMask.learn(key)
  if (adminToken !== undefined) keyMask.learn(adminToken)
  const server: Server = {
    ...settings,
    ...warnings,
    ...keyMask,
    ...{ adminToken, transform, signals },
    state: createState(settings),
    startState: null,
    clock: createClock(mode),
    faults: createFaults(settings.seed, () => noteChange(server, 'faults')),
    requests: createRequestLog(signals, keyMask),
    watchDelay: createDelayWatch(mode, warnings.warn),
    changes: createChanges(),
    listCache: createListCache(),
    removedKeys: new Map(),
    keylessTeam: createTeam('', 0),
    pollWatch: { pollsByTeam: new WeakMap(), hasWarned: false, hasWarnedOfNetwork: false },
    checkPrefix: settings.scenarios ? createPrefixWatch(warnings.warn) : () => {},
    storageRefusal: null,
    sharedStore: null,
  }
  warnOfServedPage(server)
  return server
}

/**
 * Warns of a page that this machine does not serve: users of a page in production would take the findings for real ones. A page
 * that a test emulates in Node, under any address, has no users.
 */
function warnOfServedPage({ warn }: Server): void {
  if (globalThis.process?.versions?.node !== undefined) return
  const { host = '', origin = '' } = globalThis.location ?? {}
  if (host !== '' && !isLocalOrigin(origin))
    warn(
      `entity-screening: this page of ${host} uses the mock server: nothing is sent to the service, and all findings are fictional.`,
    )
}
