import type { Journal } from '../../src/portfolio/journal/journal.ts'
import { formatChange } from '../../src/portfolio/monitoring/diff/format.ts'
import type { WatchCheck, WatchEvent } from '../../src/portfolio/monitoring/reports.ts'
import { watchEntities } from '../../src/portfolio/monitoring/watch-entities.ts'
import { webhook } from '../../src/portfolio/monitoring/webhook.ts'
import { connect } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { duration, oneOf } from '../definition/flags.ts'
import { exampleId } from '../definition/help.ts'
import { describeFailure, type ExitStatus, exit, UsageError } from '../failure.ts'
import { openJournal, waitFlag, waitingOf, withJournal } from '../journal/open-journal.ts'
import { countOf } from '../output/text.ts'

const secretVariable = 'ENTITY_SCREENING_WEBHOOK_SECRET'

const flags = {
  every: { value: 'TIME', says: 'time between two checks (30s)' },
  for: { value: 'TIME', says: 'end after this time (at SIGINT)' },
  journal: {
    value: 'FILE|postgres://...',
    says: 'keep the last state of each entity here: a file, or postgres://user@host:5432/db?journal=NAME. The next run with it reports each change since then, once',
  },
  networks: {
    value: 'moved|all|never',
    says: 'which networks to read for hits: of entities that have changed, all, or none (moved)',
  },
  ...waitFlag,
  post: {
    value: 'URL',
    says: `also post the changes to this URL, signed as in Standard Webhooks with the secret in ${secretVariable}, whsec_ and base64; https, or http on this machine`,
  },
}

type WatchCall = CommandCall<keyof typeof flags>

export const command = defineCommand({
  name: 'watch',
  usage: '[ID...] [flags]',
  about: `Lists the team's entities at intervals and prints the changes: new and removed entities, risk, case status, and hits in their networks. With --json, each change is a JSON object on a line of its own, with the id of its event.
A failed check is reported on stderr, and the next one follows on schedule. A rejected key, or a failure of the first check, ends the watch.
With --journal, a change is reported again, with the same event id, if the process was killed before its delivery was recorded.`,
  flags,
  takes: null,
  exits: { [exit.inPart]: 'ended before all changes were delivered' },
  examples: [
    'watch --every 1m',
    `watch ${exampleId} --every 5s --for 10m`,
    'watch --journal team.journal --post https://hooks.example',
    'watch --json | jq -r .kind',
  ],
  fields: { ids: 'ID', journal: 'the journal', url: '--post', secret: secretVariable },
  run: watchTeam,
})

async function watchTeam(call: WatchCall): Promise<ExitStatus> {
  const { flags: given } = call
  const settings = {
    every: duration('--every', given.text('every')),
    duration: duration('--for', given.text('for')),
    networks: oneOf('--networks', given.text('networks'), ['moved', 'all', 'never']),
  }
  const post = posting(call)
  const client = await connect(call)
  const { unread } = call.output
  const file = given.text('journal')
  const place = file === undefined ? null : openJournal(file)
  const watching = (journal: Journal | undefined) =>
    watchEntities(client, {
      ...settings,
      ids: call.positionals.length > 0 ? call.positionals : undefined,
      journal,
      signal: AbortSignal.any([call.signal, unread]),
      async onChange(event, signal) {
        try {
          await post?.(event, signal)
          await print(call, event)
        } catch (error) {
          const changes = countOf(event.changes.length, 'change', 'changes')
          if (!signal.aborted)
            call.output.note(
              `${new Date().toISOString()} ${changes} not delivered: ${describeFailure(error)}`,
            )
          throw error
        }
      },
      onCheck: check => tell(call, check),
    })
  const { stopped, undelivered } = await withJournal(place, ({ open }) => open(waitingOf(call)), watching)
  // The reader of the changes may be gone.
  if (unread.aborted) return exit.done
  if (undelivered > 0)
    call.output.note(
      `${countOf(undelivered, 'change was', 'changes were')} not delivered${file === undefined ? '' : '; the next run with this journal reports them'}`,
    )
  if (stopped === null) return undelivered > 0 ? exit.inPart : exit.done
  if (stopped.cause === 'aborted') return exit.interrupted
  throw stopped.error
}

/** What posts events; undefined where none are to be posted. */
function posting({ flags, environment, output }: WatchCall): ReturnType<typeof webhook> | undefined {
  const url = flags.text('post')
  if (url === undefined) return undefined
  const secret = environment[secretVariable]
  if (!secret)
    throw new UsageError(
      `--post needs a secret: set ${secretVariable} to whsec_ and 24 to 64 bytes in base64`,
    )
  output.protect(secret)
  return webhook({ url, secret })
}

/** Throws if it cannot have been read, so that the journal has the event as not delivered. */
async function print({ output, isJson }: WatchCall, { id, at, changes }: WatchEvent): Promise<void> {
  for (const change of changes) {
    if (isJson) await output.json({ event: id, at, ...change })
    else await output.line(`${at}  ${formatChange(change)}`)
  }
  await output.written()
  output.unread.throwIfAborted()
}

function tell(call: WatchCall, { checks, entities, missing, failure }: WatchCheck): void {
  if (failure !== null && checks === 1) throw failure
  if (failure !== null)
    call.output.note(`${new Date().toISOString()} this check failed: ${describeFailure(failure)}`)
  if (checks > 1) return
  call.hint(`watching ${countOf(entities, 'entity', 'entities')}`)
  for (const id of missing) call.output.note(`${id} is not in the list yet`)
}
