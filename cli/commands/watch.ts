import { setTimeout as wait } from 'node:timers/promises'
import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import { diff } from '../../src/portfolio/monitoring/diff/diff.ts'
import { formatChange } from '../../src/portfolio/monitoring/diff/format.ts'
import { wholeList } from '../../src/resources/whole-list.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../src/transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { exit } from '../command.ts'
import { connect } from '../connection.ts'
import { countOf } from '../count-of.ts'
import { type CommandCall, defineCommand } from '../define-command.ts'
import { exampleId } from '../example-ids.ts'
import { describeFailure } from '../failure.ts'
import { duration } from '../flags.ts'

const flags = {
  every: { value: 'TIME', says: 'time between two checks (30s)' },
  for: { value: 'TIME', says: 'end after this time; without it, at SIGINT' },
}

type WatchCall = CommandCall<keyof typeof flags>

export const watch = defineCommand({
  name: 'watch',
  usage: '[ID...] [flags]',
  about: `Lists the team's entities at intervals and prints what has changed: new and removed entities, risk, case status. With --json, each change is a JSON object on a line of its own.
A check that fails is reported on stderr, and the next one comes at its time. A rejected key, or a failure of the first check, ends the command.`,
  flags,
  examples: ['watch --every 1m', `watch ${exampleId} --every 5s --for 10m`, 'watch --json | jq -r .kind'],
  async run(call) {
    const every = duration('--every', call.flags.text('every')) ?? 30_000
    const forTime = duration('--for', call.flags.text('for'))
    const client = await connect(call)
    const signal = AbortSignal.any([call.signal, call.output.unread])
    const until = forTime === undefined ? Number.POSITIVE_INFINITY : performance.now() + forTime
    try {
      await watchUntil(until, every, { ...call, signal }, client)
    } catch (error) {
      // Whoever read the changes has gone.
      if (!call.output.unread.aborted) throw error
    }
    return exit.done
  },
})

async function watchUntil(
  until: number,
  every: number,
  call: WatchCall,
  client: EntityScreening,
): Promise<void> {
  let before = await readWatched(call, client)
  call.hint(`watching ${countOf(before.length, 'entity', 'entities')}`)
  const missing = call.positionals.filter(id => !before.some(entity => entity.id === id))
  for (const id of missing) call.output.note(`${id} is not in the list yet`)
  while (performance.now() < until) {
    await wait(Math.min(every, until - performance.now()), undefined, { signal: call.signal })
    try {
      const after = await readWatched(call, client)
      await report(call, before, after)
      before = after
    } catch (error) {
      if (!isTemporary(error)) throw error
      call.output.note(`${new Date().toISOString()} this check failed: ${describeFailure(error)}`)
    }
  }
}

/** The entities that are watched, as they are now. */
async function readWatched({ positionals, signal }: WatchCall, client: EntityScreening): Promise<Entity[]> {
  const wanted = new Set(positionals)
  const entities: Entity[] = []
  for await (const entity of wholeList(client.entities, { signal })) {
    if (wanted.size === 0 || wanted.has(entity.id)) entities.push(entity)
  }
  return entities
}

async function report({ output, isJson }: WatchCall, before: Entity[], after: Entity[]): Promise<void> {
  const at = new Date().toISOString()
  for (const change of diff(before, after)) {
    if (isJson) await output.json({ at, ...change })
    else await output.line(`${at}  ${formatChange(change)}`)
  }
}

/** What may be over by the next check: everything but a refusal of the caller. */
function isTemporary(error: unknown): error is EntityScreeningError {
  if (AbortedError.is(error) || AuthenticationError.is(error) || PermissionDeniedError.is(error)) return false
  return EntityScreeningError.is(error)
}
