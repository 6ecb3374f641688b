import { createKeyMask, type KeyMask } from '../../src/shared/key-mask.ts'
import { type CallbackGuard, createCallbackGuard } from '../callbacks/guard.ts'
import { createWarnings, type Warnings } from '../callbacks/warnings.ts'
import { type ChangeBuffer, createChangeBuffer, type Undo } from '../changes/change-buffer.ts'
import type { Change } from '../changes/change-schema.ts'
import { clockChange, faultsChange } from '../changes/changes.ts'
import { createSignals, type Signals } from '../changes/signals.ts'
import { type Clock, createClock, isStandingStill } from '../clock/clock.ts'
import { createDelayWatch, type DelayWatch } from '../clock/watch-delays.ts'
import { createFaults, type FaultRegistry } from '../faults/fault-registry.ts'
import { type MockServerOptions, readSettings, type Settings } from '../options.ts'
import { createRequestLog, type RequestRecorder } from '../request-log/request-log.ts'
import { createListCache, type ListCache } from './list-cache.ts'
import { createRemovedKeys, type RemovedKeys } from './removed-keys.ts'
import { createState, type State } from './state.ts'
import { createTeams } from './teams.ts'

/** The parts of a server that its methods share. */
export interface ServerParts {
  readonly options: MockServerOptions
  readonly settings: Settings
  readonly guard: CallbackGuard
  readonly warnings: Warnings
  readonly clock: Clock
  readonly signals: Signals
  readonly faults: FaultRegistry
  readonly keyMask: KeyMask
  readonly requests: RequestRecorder
  readonly watchDelay: DelayWatch
  readonly changeBuffer: ChangeBuffer
  readonly listCache: ListCache
  readonly removedKeys: RemovedKeys
  /** The current state. It is replaced by a reset, and when a snapshot is restored. */
  state: State
}

/** @throws TypeError naming each option that is wrong. */
export function createServerParts(options: MockServerOptions): ServerParts {
  const settings = readSettings(options)
  const { clock: mode = 'manual', adminToken } = options
  const guard = createCallbackGuard()
  const warnings = createWarnings(guard, options.warn)
  const clock = createClock(mode)
  const signals = createSignals()
  const keyMask = createKeyMask()
  if (adminToken !== undefined) keyMask.learn(adminToken)
  const parts: ServerParts = {
    ...{ options, settings, guard, warnings, clock, signals, keyMask },
    faults: createFaults(settings.seed, undo =>
      publishChange(parts, faultsChange(parts.faults.list()), undo),
    ),
    requests: createRequestLog(signals, keyMask),
    watchDelay: createDelayWatch(mode, warnings.warn),
    changeBuffer: createChangeBuffer({
      canFailLate: options.transform !== undefined,
      // If the clock moves by itself, its time is stored with each change.
      clockChange: () => (isStandingStill(mode) ? null : clockChange(clock)),
      onRollback() {
        parts.state.recomputeSettledTime()
        signals.raise('reset')
      },
    }),
    listCache: createListCache(),
    removedKeys: createRemovedKeys(),
    state: createInitialState({ options, settings, keyMask }),
  }
  return parts
}

/** Creates the state at the start of the server: the teams of the option `keys`, without entities. */
export function createInitialState({
  options,
  settings,
  keyMask,
}: Pick<ServerParts, 'options' | 'settings' | 'keyMask'>): State {
  const { seed, entityLimit } = settings
  return createState(
    settings,
    createTeams(seed, entityLimit, Object.entries(options.keys ?? {}), keyMask.learn),
  )
}

/** Emits the event for a change, and buffers the change for the listeners. */
export function publishChange(
  { signals, changeBuffer }: Pick<ServerParts, 'signals' | 'changeBuffer'>,
  change: Change,
  undo?: Undo,
): void {
  signals.raiseChange(change)
  changeBuffer.recordChange(change, undo)
}
