import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import { identify } from '../../model/entity-reference.ts'
import { whenAborted } from '../../pacing/sleep.ts'
import { createStopController } from '../../pacing/stop-controller.ts'
import { copyJson } from '../../shared/json.ts'
import { assertInput } from '../../transport/check-input.ts'
import { hasMethods } from '../../transport/options/resolve.ts'
import { clientInput, concurrency, defaultGiveUpAfter, journalInput, readOrRefuse } from '../import-input.ts'
import { closeJournal, type Journal, leaseOf } from '../journal/journal.ts'
import { resolveJournal } from '../journal/resolve-journal.ts'
import {
  createCheck,
  functionOption,
  knownFieldsOption,
  millisecondsOption,
  signalOption,
  spanOption,
} from '../option-schemas.ts'
import type { MonitoringStop, WatchOptions, WatchReport } from './reports.ts'
import { references } from './rescan-all.ts'
import { watch } from './watch.ts'
import { openWatchState } from './watch-state.ts'

const watchOptionsInput = z
  .strictObject({
    onChange: createCheck(value => typeof value === 'function', 'must be a function'),
    state: journalInput,
    ids: z.optional(
      references.check(
        z.refine(ids => ids.length > 0, {
          error: 'must not be empty: without ids, the whole team is watched',
        }),
      ),
    ),
    networks: z.optional(z.enum(['moved', 'all', 'never'])),
    sweepEvery: millisecondsOption,
    concurrency,
    requestsPerMinute: z.optional(z.number().check(z.positive())),
    knownFields: knownFieldsOption,
    volatile: z.optional(z.array(z.string())),
    decisions: z.optional(
      createCheck(value => hasMethods(value, 'review'), 'must be what openDecisions returns'),
    ),
    every: millisecondsOption,
    checks: z.optional(z.int().check(z.positive())),
    duration: millisecondsOption,
    giveUpAfter: spanOption,
    signal: signalOption,
    onCheck: functionOption,
  })
  .check(
    z.refine(({ checks, state }) => checks !== 1 || state !== undefined, {
      path: ['checks'],
      error: 'must be at least 2 without state: the first check without state has nothing to compare with',
    }),
  )

const watchInput = z.strictObject({ client: clientInput, options: watchOptionsInput })

/**
 * Reads the team's list at intervals, and reports changes of entities, as `diffEntities` does, and of the hits in each entity's
 * network. Incomplete data is never compared. With a `state`, the watch continues where the last run ended, even if that run
 * was killed. Each change is in one event. An event is stored before it is delivered. It is delivered at least once, with the
 * same `id` each time, until it is acknowledged.
 *
 * If the state is new, or the option `state` is not set, the first check only records the entities, and `uncompared` of the report counts
 * them. So `checks: 1` needs a `state`. A failed check does not end the watch, but a refused key does. The promise does not reject in these
 * cases: the report contains the cause.
 *
 * @throws InputValidationError (`invalid_input`) if an option is wrong, or the state cannot be opened, for example because
 * another watch holds it; in these cases, no request was sent.
 * @example
 * // Each run reports what has changed since the last one.
 * const onChange = ({ changes }: WatchEvent) => changes.forEach(change => console.log(formatChange(change)))
 * const { stopped } = await watchEntities(client, { state: 'team.state', checks: 1, onChange })
 */
export async function watchEntities(client: EntityScreening, options: WatchOptions): Promise<WatchReport> {
  assertInput('watchEntities', watchInput, { client, options })
  const watchOptions = copyWatchOptions(options)
  const { duration, signal } = watchOptions
  const stopping = createStopController<MonitoringStop['cause']>(signal)
  const expired = new AbortController()
  const timer = duration && setTimeout(() => expired.abort(), duration)
  const ending = AbortSignal.any([stopping.signal, expired.signal])
  let journal: Journal | undefined
  let release = () => {}
  try {
    const opened = await readOrRefuse('watchEntities', 'state', () => resolveJournal(watchOptions.state))
    journal = opened
    const leaseLost = leaseOf(opened)?.leaseLost
    release = whenAborted(leaseLost, () => stopping.stop('failed', leaseLost?.reason))
    const state = await readOrRefuse('watchEntities', 'state', () => openWatchState(opened, client.baseUrl))
    const counts = await watch({ client, options: watchOptions, state, stopping, ending })
    journal = undefined
    await closeJournal(opened).catch(error => stopping.stop('failed', error))
    return { ...counts, stopped: stopping.stopped() }
  } finally {
    clearTimeout(timer)
    release()
    stopping.release()
    await closeJournal(journal).catch(() => {})
  }
}

/** Copies the options, because the caller may change them while the watch runs. Of entities, keeps the identifiers. */
function copyWatchOptions(options: WatchOptions): WatchOptions {
  const { ids, knownFields, volatile, checks } = options
  return {
    ...options,
    ids: ids?.map(identify),
    knownFields: knownFields && copyJson(knownFields),
    volatile: volatile && [...volatile],
    giveUpAfter: options.giveUpAfter ?? (checks === undefined ? undefined : defaultGiveUpAfter),
  }
}
