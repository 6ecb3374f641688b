import type { EntityScreening } from '../../src/client.ts'
import type { WatchCheck, WatchOptions } from '../../src/portfolio/monitoring/reports.ts'
import { watchEntities } from '../../src/portfolio/monitoring/watch-entities.ts'
import { streamCompleteList } from '../../src/resources/stream-entities.ts'
import { connectClient } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseChoice, parseDuration } from '../definition/flags.ts'
import { exampleId } from '../definition/help.ts'
import { noteMissingEntities, noteRowsWithoutEntity, noteUnreferenced } from '../entities/note-missing.ts'
import { type Reference, readReference, referenceFlags } from '../entities/reference.ts'
import { type ExitStatus, exit, UsageError } from '../failure.ts'
import {
  isNewJournal,
  locateJournal,
  readWaitOptions,
  waitFlag,
  withJournal,
} from '../journal/locate-journal.ts'
import {
  noteIncompleteWatch,
  noteStillMissing,
  noteUnscreened,
  printSummary,
  reportCheck,
} from '../watch/checks.ts'
import {
  createWebhook,
  type Delivery,
  noteFailedDelivery,
  noteUndelivered,
  printChanges,
  secretVariable,
} from '../watch/delivery.ts'

const flags = {
  every: { value: 'TIME', description: 'time between two checks (30s)' },
  for: { value: 'TIME', description: 'end after this time (at SIGINT)' },
  once: {
    description:
      'compare once with the --state, print a line about the comparison, and end; for cron and other schedulers',
  },
  state: {
    value: 'FILE|postgres://...',
    description:
      'keep the last state of each entity here: a file, or postgres://user@host:5432/db?journal=NAME. The next run with it reports each change since then, once',
  },
  networks: {
    value: 'moved|all|never',
    description: 'which networks to read for hits: of entities that have changed, all, or none (moved)',
  },
  ...waitFlag,
  ...referenceFlags,
  post: {
    value: 'URL',
    description: `also post the changes to this URL, signed as in Standard Webhooks with the secret in ${secretVariable}, whsec_ and base64, or with two, the current and the previous secret, separated by a space; https, or http on this machine`,
  },
}

type WatchCall = CommandCall<keyof typeof flags>

export const watchCommand = defineCommand({
  name: 'watch',
  usage: '[ID...] [flags]',
  about: `Lists the team's entities at intervals and prints the changes: new and removed entities, risk, case status, and hits in their networks. With --json, each change is a JSON object on a line of its own, with the id of its event.
A failed check is reported on stderr, and the next one follows on schedule. A rejected key, or a failure of the first check, ends the watch.
With --once, the last line of the output counts what was compared, even if nothing changed; with --json, its kind is "summary". The first run records the state.
With --state, a change is reported again, with the same event id, if the process was killed before its delivery was recorded.`,
  flags,
  expects: null,
  exits: {
    [exit.inPart]: 'undelivered changes, no complete check, or missing or unscreened entities',
  },
  examples: [
    'watch --every 1m',
    `watch ${exampleId} --every 5s --for 10m`,
    'watch --state team.state --post https://hooks.example',
    'watch --once --state weekly.state',
    'watch --json | jq -r .kind',
  ],
  fields: { ids: 'ID', state: 'the watch state', url: '--post', secret: secretVariable },
  run: watchTeam,
})

async function watchTeam(call: WatchCall): Promise<ExitStatus> {
  const settings = readSettings(call.flags)
  const delivery: Delivery = {
    reference: await readReference(call.flags),
    changedIds: new Set(),
    sendWebhook: createWebhook(call),
  }
  const client = await connectClient(call)
  const isReferenceComplete = await noteMissingInList(call, client, delivery.reference)
  const comparison: Comparison = {
    lastCheck: undefined,
    isComplete: false,
    firstFailure: new AbortController(),
  }
  const location = settings.state === undefined ? null : locateJournal('--state', settings.state)
  const options = createWatchOptions(call, settings, delivery, comparison)
  const report = await withJournal(
    location,
    ({ open }) => open(readWaitOptions(call)),
    async state => ({
      ...(await watchEntities(client, { ...options, state })),
      isNewState: isNewJournal(state),
    }),
  )
  const { stopped, undelivered } = report
  // If stdout is no longer read, as after `| head`, the command ends with status 0.
  if (call.output.unread.aborted) return exit.done
  if (undelivered > 0) noteUndelivered(call, undelivered)
  noteUnreferenced(call.output, delivery.reference, delivery.changedIds)
  comparison.firstFailure.signal.throwIfAborted()
  if (stopped?.cause === 'aborted') return exit.interrupted
  if (stopped !== null) throw stopped.error
  if (!comparison.isComplete) noteIncompleteWatch(call, comparison.lastCheck)
  noteStillMissing(call, comparison.lastCheck)
  if (settings.isOnce && comparison.lastCheck !== undefined)
    await printSummary(call, comparison.lastCheck, report)
  const isScreened = !noteUnscreened(call, comparison.lastCheck, report)
  const areAllListed = comparison.lastCheck?.missing.length === 0
  const isComplete = comparison.isComplete && isReferenceComplete && areAllListed && isScreened
  return undelivered > 0 || !isComplete ? exit.inPart : exit.done
}

/**
 * If the whole team is watched, prints a warning about the entities of the reference file that the team lacks, and about
 * customers without an entity. Returns whether there are none.
 */
async function noteMissingInList(
  { positionals, output, signal }: WatchCall,
  client: EntityScreening,
  reference: Reference | null,
): Promise<boolean> {
  if (reference === null || positionals.length > 0) return true
  const lacksEntities = noteRowsWithoutEntity(output, reference)
  const teamIds = new Set<string>()
  for await (const { id } of streamCompleteList(client.entities, { signal })) teamIds.add(id)
  return !noteMissingEntities(output, reference.file, reference.ids, teamIds) && !lacksEntities
}

/** The progress of a watch. */
type Comparison = {
  lastCheck: WatchCheck | undefined
  /** Whether a check has compared the whole list and all networks that it had to read. */
  isComplete: boolean
  /** Ends the watch if its first check fails. The reason is the error of the check. */
  readonly firstFailure: AbortController
}

type WatchSettings = ReturnType<typeof readSettings>

function readSettings(flags: WatchCall['flags']) {
  const settings = {
    every: parseDuration('--every', flags.text('every')),
    duration: parseDuration('--for', flags.text('for')),
    networks: parseChoice('--networks', flags.text('networks'), ['moved', 'all', 'never']),
    state: flags.text('state'),
    isOnce: flags.has('once'),
  }
  if (settings.isOnce && settings.state === undefined)
    throw new UsageError('--once needs --state, which holds the last state of each entity')
  if (settings.isOnce && (settings.every ?? settings.duration) !== undefined)
    throw new UsageError('--once compares once: leave out --every and --for')
  return settings
}

function createWatchOptions(
  call: WatchCall,
  { every, duration, networks, isOnce }: WatchSettings,
  delivery: Delivery,
  comparison: Comparison,
): WatchOptions {
  return {
    ...{ every, duration, networks },
    checks: isOnce ? 1 : undefined,
    ids: call.positionals.length > 0 ? call.positionals : undefined,
    signal: AbortSignal.any([call.signal, call.output.unread, comparison.firstFailure.signal]),
    async onChange(event, signal) {
      try {
        await delivery.sendWebhook?.(event, signal)
        await printChanges(call, event, delivery)
      } catch (error) {
        if (!signal.aborted) noteFailedDelivery(call, event, error)
        throw error
      }
    },
    onCheck(check) {
      comparison.lastCheck = check
      comparison.isComplete ||= check.failure === null && check.networks.remaining === 0
      if (check.failure !== null && check.checks === 1) comparison.firstFailure.abort(check.failure)
      else reportCheck(call, check)
    },
  }
}
