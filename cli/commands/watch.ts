import { setTimeout as wait } from 'node:timers/promises'
import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import { diff } from '../../src/portfolio/diff.ts'
import { formatChange } from '../../src/portfolio/diff-format.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../src/transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { exit } from '../command.ts'
import { connect } from '../connection.ts'
import { countOf } from '../count-of.ts'
import { type CommandCall, defineCommand } from '../define-command.ts'
import { duration } from '../flags.ts'

const flags = {
  every: { value: 'TIME', says: 'how long between two looks (30s)' },
  for: { value: 'TIME', says: 'when to end; without it, SIGINT does' },
}

type WatchCall = CommandCall<keyof typeof flags>

export const watch = defineCommand({
  name: 'watch',
  usage: '[ID...] [flags]',
  about: `Lists the team's entities again and again and prints what has changed: new and gone entities, risk, case status.
With --json, one JSON object a line for each change. A look that fails is told on stderr and made again; a key that
is refused, or a first look that fails, ends it.`,
  flags,
  examples: [
    'watch --every 1m',
    'watch 5f1c0c8e 77ab02d4 --every 5s --for 10m',
    'watch --json | jq -r .kind',
  ],
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
  let before = await look(call, client)
  call.hint(`watching ${countOf(before.length, 'entity', 'entities')}`)
  const missing = call.positionals.filter(id => !before.some(entity => entity.id === id))
  for (const id of missing) call.output.note(`${id} is not in the list so far`)
  while (performance.now() < until) {
    await wait(Math.min(every, until - performance.now()), undefined, { signal: call.signal })
    try {
      const after = await look(call, client)
      await tell(call, before, after)
      before = after
    } catch (error) {
      if (!isTemporary(error)) throw error
      call.output.note(`${new Date().toISOString()} this look failed: ${error.message}`)
    }
  }
}

/** The entities that are watched, as they are now. */
async function look({ positionals, signal }: WatchCall, client: EntityScreening): Promise<Entity[]> {
  const wanted = new Set(positionals)
  const entities: Entity[] = []
  for await (const entity of client.entities.stream({ signal })) {
    if (wanted.size === 0 || wanted.has(entity.id)) entities.push(entity)
  }
  return entities
}

async function tell({ output, isJson }: WatchCall, before: Entity[], after: Entity[]): Promise<void> {
  const at = new Date().toISOString()
  for (const change of diff(before, after)) {
    if (isJson) await output.json({ at, ...change })
    else await output.line(`${at}  ${formatChange(change)}`)
  }
}

/** What may be over by the next look: everything but a refusal of the caller. */
function isTemporary(error: unknown): error is EntityScreeningError {
  if (AbortedError.is(error) || AuthenticationError.is(error) || PermissionDeniedError.is(error)) return false
  return EntityScreeningError.is(error)
}
