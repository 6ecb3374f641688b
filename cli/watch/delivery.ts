import { formatChange } from '../../src/portfolio/monitoring/diff/format.ts'
import type { WatchEvent } from '../../src/portfolio/monitoring/reports.ts'
import { webhook } from '../../src/portfolio/monitoring/webhook.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import type { CommandCall } from '../definition/command.ts'
import { formatReference, type Reference } from '../entities/reference.ts'
import { describeFailure, UsageError } from '../failure.ts'

type DeliveryCall = CommandCall<'post' | 'state'>

export const secretVariable = 'ENTITY_SCREENING_WEBHOOK_SECRET'

/** The destinations of a watch's changes, besides stdout. */
export interface Delivery {
  readonly reference: Reference | null
  /** The IDs of the entities with changes. */
  readonly changedIds: Set<string>
  readonly sendWebhook: ReturnType<typeof webhook> | undefined
}

export function noteFailedDelivery({ output }: DeliveryCall, { changes }: WatchEvent, error: unknown): void {
  const count = countOf(changes.length, 'change', 'changes')
  output.note(`${new Date().toISOString()} ${count} not delivered: ${describeFailure(error)}`)
}

export function noteUndelivered({ flags, output }: DeliveryCall, undelivered: number): void {
  const nextRun = flags.has('state') ? '; the next run with this state reports them' : ''
  output.note(`${countOf(undelivered, 'change was', 'changes were')} not delivered${nextRun}`)
}

/** Creates the webhook for events; undefined if `--post` is not set. */
export function createWebhook({
  flags,
  environment,
  output,
}: DeliveryCall): ReturnType<typeof webhook> | undefined {
  const url = flags.text('post')
  if (url === undefined) return undefined
  const [secret, previousSecret, ...otherSecrets] = environment[secretVariable]?.match(/\S+/g) ?? []
  if (secret === undefined)
    throw new UsageError(
      `--post needs a secret: set ${secretVariable} to whsec_ and 24 to 64 bytes in base64`,
    )
  if (otherSecrets.length > 0)
    throw new UsageError(`${secretVariable} may hold two secrets at most: the current and the previous one`)
  output.protect(secret)
  if (previousSecret === undefined) return webhook({ url, secret })
  output.protect(previousSecret)
  return webhook({ url, secret: [secret, previousSecret] })
}

/** Prints the changes of an event. Throws if stdout is no longer read, so that the state records the event as not delivered. */
export async function printChanges(
  { output, isJson }: DeliveryCall,
  { id, at: timestamp, changes }: WatchEvent,
  { reference, changedIds }: Delivery,
): Promise<void> {
  for (const change of changes) {
    changedIds.add(change.id)
    const referenceField = reference === null ? {} : { reference: reference.find(change.id) }
    if (isJson) await output.json({ event: id, at: timestamp, ...change, ...referenceField })
    else await output.line(`${timestamp}  ${formatChange(change)}${formatReference(reference, change.id)}`)
  }
  await output.written()
  output.unread.throwIfAborted()
}
